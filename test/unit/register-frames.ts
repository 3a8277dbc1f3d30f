import type { CompanyRegisterId } from '../../shared/platform/company-register-ids.ts'

/** Number of all entries below, whose check digits no parser looks at. */
export const FRAMED_NUMBER = '100000008'

const json = (value: (text: string) => unknown) => (text: string) => JSON.stringify(value(text))

/** Puts a hostile text into all names and websites of an entry of the register. */
export const REGISTER_FRAMES: Readonly<Record<CompanyRegisterId, (text: string) => string>> = {
  brreg: json((text) => ({ organisasjonsnummer: FRAMED_NUMBER, navn: text, hjemmeside: text })),
  prh: json((text) => ({
    companies: [
      {
        businessId: { value: FRAMED_NUMBER },
        names: [{ name: text, type: '1' }],
        website: { url: text },
      },
    ],
  })),
  krs: json((text) => ({
    odpis: {
      dane: {
        dzial1: {
          danePodmiotu: { nazwa: text },
          siedzibaIAdres: { adresStronyInternetowej: text },
        },
      },
    },
  })),
  cvr: json((text) => ({
    hits: {
      hits: [
        {
          _source: {
            Vrvirksomhed: {
              cvrNummer: Number(FRAMED_NUMBER),
              virksomhedMetadata: { nyesteNavn: { navn: text } },
              hjemmeside: [{ kontaktoplysning: text }],
            },
          },
        },
      ],
    },
  })),
  nzbn: json((text) => ({ nzbn: FRAMED_NUMBER, entityName: text, websites: [{ url: text }] })),
  sirene: json((text) => ({
    results: [{ siren: FRAMED_NUMBER, nom_complet: text, nom_raison_sociale: text, sigle: text }],
  })),
  ares: json((text) => ({ ico: FRAMED_NUMBER, obchodniJmeno: text })),
  rpo: json((text) => ({
    results: [
      { identifiers: [{ value: FRAMED_NUMBER }, { value: text }], fullNames: [{ value: text }] },
    ],
  })),
  ariregister: json((text) => ({ status: 'OK', data: [{ reg_code: FRAMED_NUMBER, name: text }] })),
  cnpj: json((text) => ({ cnpj: FRAMED_NUMBER, razao_social: text, nome_fantasia: text })),
  companies_house: json((text) => ({
    company_number: FRAMED_NUMBER,
    company_name: text,
    company_status: text,
  })),
  abr: (text) =>
    `callback(${JSON.stringify({ Abn: FRAMED_NUMBER, EntityName: text, Message: text })})`,
  vies: json((text) => ({ isValid: true, userError: 'VALID', name: text })),
  gleif: json((text) => ({
    data: [
      {
        attributes: {
          lei: FRAMED_NUMBER,
          entity: { legalName: { name: text }, registeredAs: text, status: text },
        },
      },
    ],
  })),
}
