import { expect, test } from 'vitest'
import { parseWhois } from '../../../../../shared/attribution/collectors/registration/parse-whois.ts'

const answers: [answer: string, outcome: string][] = [
  ['Domínio inexistente', 'not_found'],
  ['Le domaine siltworks.net est disponible', 'not_found'],
  ["Le domaine siltworks.net n'est pas disponible", 'unavailable'],
  ['Domein siltworks.net is vrij', 'not_found'],
  ['De domein is niet vrij', 'unavailable'],
  ['Die Domain ist frei', 'not_found'],
  ['Die Domain ist nicht frei', 'unavailable'],
  ['Domene ikke funnet', 'not_found'],
  ['Domænet er ikke registreret', 'not_found'],
  ['Verkkotunnusta ei löytynyt', 'not_found'],
  ['Domänen hittades inte', 'not_found'],
  ['Domena jest wolna', 'not_found'],
  ['Doména je volná', 'not_found'],
  ['A domain nem foglalt', 'not_found'],
  ['Alan adı bulunamadı', 'not_found'],
  ['域名不存在', 'not_found'],
  ['このドメインは登録されていません', 'not_found'],
  ['도메인이 없습니다', 'not_found'],
  ['The domain name is blocked', 'reserved'],
  ['Dominio reservado', 'reserved'],
  ['Nom de domaine réservé', 'reserved'],
  ['Der Name ist reserviert', 'reserved'],
]
test.each(answers)('the answer %j means %s', (answer, outcome) => {
  expect(parseWhois('siltworks.net', 'whois.example.net', answer).outcome).toBe(outcome)
})
