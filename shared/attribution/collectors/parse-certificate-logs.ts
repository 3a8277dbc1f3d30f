import { z } from 'zod'
import type { TlsCertificatesEvidence } from '../evidence.ts'
import { readDocument } from './page/read-document.ts'
import { foldText } from './page/text.ts'

type TlsCertificate = TlsCertificatesEvidence['certificates'][number]

const CERTIFICATES_MAX = 100
const NAMES_MAX = 100
const ID_CHARACTERS_MAX = 40

const CrtShRow = z.object({
  id: z.number(),
  issuer_name: z.string(),
  common_name: z.string().nullish(),
  name_value: z.string(),
  not_before: z.string(),
  not_after: z.string(),
  serial_number: z.string().nullish(),
})

/** Reads a JSON answer of crt.sh. Skips rows in an unknown format. Null if it is not a list. */
export function parseCrtSh(text: string, domain: string): TlsCertificatesEvidence | null {
  const rows = listIn(text)
  if (rows === null) return null
  const certificates = rows.flatMap((row) => {
    const parsed = CrtShRow.safeParse(row)
    if (!parsed.success) return []
    const { id, issuer_name, common_name, name_value, not_before, not_after, serial_number } =
      parsed.data
    const names = hostNames([common_name ?? '', ...name_value.split('\n')])
    const key = serial_number ?? `${not_before} ${names.join(' ')}`
    return [
      { key, certificate: toTlsCertificate(String(id), issuer_name, names, not_before, not_after) },
    ]
  })
  return toEvidence('crt.sh', certificates, domain)
}

const Issuance = z.object({
  id: z.string(),
  dns_names: z.array(z.string()),
  issuer: z.object({ name: z.string() }).nullish(),
  not_before: z.string(),
  not_after: z.string(),
})
const Fingerprint = z.object({ id: z.string(), cert_sha256: z.string().regex(/^[0-9a-f]{64}$/u) })

/** SHA-256 fingerprints in hexadecimal, by id, from an answer of the Cert Spotter API v1. */
export function certificateFingerprints(text: string): Map<string, string> {
  const rows = (listIn(text) ?? []).flatMap((row) => Fingerprint.safeParse(row).data ?? [])
  return new Map(
    rows.map(({ id, cert_sha256: fingerprint }) => [id.slice(0, ID_CHARACTERS_MAX), fingerprint]),
  )
}

/** Reads an answer of the Cert Spotter API v1. Null if the text is not a JSON list. */
export function parseCertSpotter(text: string, domain: string): TlsCertificatesEvidence | null {
  const rows = listIn(text)
  if (rows === null) return null
  const certificates = rows.flatMap((row) => {
    const parsed = Issuance.safeParse(row)
    if (!parsed.success) return []
    const { id, dns_names, issuer, not_before, not_after } = parsed.data
    return [
      {
        key: id,
        certificate: toTlsCertificate(
          id,
          issuer?.name ?? '',
          hostNames(dns_names),
          not_before,
          not_after,
        ),
      },
    ]
  })
  return toEvidence('certspotter', certificates, domain)
}

function toTlsCertificate(
  id: string,
  issuer: string,
  names: string[],
  notBefore: string,
  notAfter: string,
): TlsCertificate {
  return {
    id: id.slice(0, ID_CHARACTERS_MAX),
    issuer: foldText(issuer, 200),
    subject_organization: null,
    names,
    not_before: notBefore.slice(0, 30),
    not_after: notAfter.slice(0, 30),
  }
}

function toEvidence(
  provider: TlsCertificatesEvidence['provider'],
  rows: readonly { key: string; certificate: TlsCertificate }[],
  domain: string,
): TlsCertificatesEvidence {
  const covering = rows.filter(({ certificate: { names } }) =>
    names.some((name) => coversDomain(name, domain)),
  )
  const unique = [...new Map(covering.map(({ key, certificate: row }) => [key, row])).values()]
  const newest = unique.toSorted((a, b) => (a.not_before < b.not_before ? 1 : -1))
  return {
    provider,
    certificates: newest.slice(0, CERTIFICATES_MAX),
    truncated: newest.length > CERTIFICATES_MAX,
  }
}

/** A search in the logs also returns certificates of other domains, which must be left out. */
function coversDomain(name: string, domain: string): boolean {
  const bare = name.replace(/^\*\./u, '')
  return (
    bare === domain ||
    bare.endsWith(`.${domain}`) ||
    (name.startsWith('*.') && domain.endsWith(`.${bare}`))
  )
}

// crt.sh also lists organisations and email addresses among the names, so other texts than host
// names are left out.
function hostNames(identities: readonly string[]): string[] {
  const names = identities.slice(0, NAMES_MAX * 2).map((name) => name.trim().toLowerCase())
  const valid = names.filter((name) =>
    /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u.test(name),
  )
  return [...new Set(valid)].slice(0, NAMES_MAX)
}

/** The page of crt.sh shows the fields as OpenSSL prints them. */
export function parseSubjectOrganization(html: string): string | null {
  const lines = readDocument(html).lines.map(({ text }) => text)
  const start = lines.findIndex((text) => /^Subject:/u.test(text))
  if (start < 0) return null
  for (const text of lines.slice(start, start + 15)) {
    const value = /^(?:Subject:\s{0,5})?organizationName\s{0,40}=\s{0,5}(.+)$/u.exec(text)?.[1]
    if (value !== undefined) return foldText(value, 200) || null
    if (!/^Subject:|=/u.test(text)) return null
  }
  return null
}

function listIn(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
