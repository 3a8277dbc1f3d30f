import { expect, test } from 'vitest'
import { EVIDENCE_SCHEMAS } from '../../../shared/attribution/evidence.ts'
import type { LabelledCase } from '../../eval/cases.ts'
import type { Item } from '../../eval/items.ts'
import { chanceOf } from '../../eval/random.ts'
import { SHARES } from '../../eval/witness-shares.ts'
import { addWitnesses } from '../../eval/witness-world.ts'
import {
  collected,
  dns,
  evidence,
  page,
  site,
  whois,
} from '../attribution/scoring/sample-evidence.ts'

const DRAWS = 400

const itemOf = (operator: string | null, domain = 'korkwerkzeuge.no'): Item => {
  const labelled: LabelledCase = {
    domain,
    class: 'brand',
    folder: '',
    truth: { operator, accept: [], reject: [], brand: [] },
  }
  return {
    labelled,
    evidence: evidence(collected('dns', dns()), whois(domain), site([page()])),
    weight: 1,
  }
}

const draws = (item: Item) =>
  Array.from({ length: DRAWS }, (_, draw) => addWitnesses(item, chanceOf(`draw ${draw}`)))

test('the same chance gives the same witnesses', () => {
  const item = itemOf('Kork Verktøy AS')
  expect(addWitnesses(item, chanceOf('one'))).toEqual(addWitnesses(item, chanceOf('one')))
})

test('a domain whose operator is unknown gets no witness', () => {
  const item = itemOf(null)
  expect(draws(item).filter(({ given }) => given.length > 0)).toEqual([])
  expect(addWitnesses(item, chanceOf('one')).evidence).toBe(item.evidence)
})

test('witnesses are given at about their share, in valid evidence', () => {
  const worlds = draws(itemOf('Kork Verktøy AS'))
  const certified = worlds.filter(({ given }) => given.includes('tls certificate')).length
  expect(certified / DRAWS).toBeGreaterThan(SHARES.certificate_large / 2)
  expect(certified / DRAWS).toBeLessThan(SHARES.certificate_large * 2)
  const entries = worlds.flatMap(({ evidence: set }) => Object.values(set))
  const invalid = entries.filter(
    ({ collector, data }) => !EVIDENCE_SCHEMAS[collector].safeParse(data).success,
  )
  expect(invalid).toEqual([])
})

test('a site at Cloudflare shows no certificate of its own', () => {
  const item = itemOf('Kork Verktøy AS')
  const address = { address: '104.16.0.1', asn: 13335, prefix: null, country: null, registry: null }
  const asn = collected('asn', { addresses: [{ ...address, as_name: 'CLOUDFLARENET' }] })
  const worlds = draws({ ...item, evidence: { ...item.evidence, asn } })
  expect(worlds.filter(({ given }) => given.includes('tls certificate'))).toEqual([])
})
