import './reflect-metadata.ts'
import { CertificatePolicyExtension, Extension } from '@peculiar/x509'
import { der, objectIdentifier, printableString, sequence, utf8String } from './der.ts'

export const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1'
export const MARK_VERIFICATION = '1.3.6.1.5.5.7.3.31'

export type Validation = 'dv' | 'iv' | 'ov' | 'ev' | 'qwac' | 'mark' | 'none'

/**
 * Policies of the CA/Browser Forum (Baseline Requirements 7.1.6.1), of ETSI EN 319 411-2 (QEVCP-w)
 * and of the requirements for mark certificates.
 */
const POLICIES: Readonly<Record<Validation, string[]>> = {
  dv: ['2.23.140.1.2.1'],
  ov: ['2.23.140.1.2.2'],
  iv: ['2.23.140.1.2.3'],
  ev: ['2.23.140.1.1'],
  qwac: ['0.4.0.194112.1.4', '2.23.140.1.1'],
  mark: ['1.3.6.1.4.1.53087.1.1'],
  none: [],
}

export function validationExtensions(
  validation: Validation,
  organizationIdentifier: string | undefined,
): Extension[] {
  const policies = POLICIES[validation]
  return [
    ...(policies.length > 0 ? [new CertificatePolicyExtension(policies)] : []),
    ...(validation === 'qwac' ? [qualifiedStatements()] : []),
    ...(validation === 'mark' ? [logotype()] : []),
    ...(organizationIdentifier === undefined ? [] : identifierExtension(organizationIdentifier)),
  ]
}

/** QcCompliance, and QcType with the value "web" (ETSI EN 319 412-5). */
function qualifiedStatements(): Extension {
  const compliance = sequence(objectIdentifier('0.4.0.1862.1.1'))
  const web = sequence(objectIdentifier('0.4.0.1862.1.6.3'))
  const type = sequence(objectIdentifier('0.4.0.1862.1.6'), web)
  return new Extension('1.3.6.1.5.5.7.1.3', false, sequence(compliance, type))
}

/** RFC 3709. The content is not a valid logotype, because nobody shows it. */
const logotype = (): Extension => new Extension('1.3.6.1.5.5.7.1.12', false, sequence())

const IDENTIFIER = /^([A-Z]{3})([A-Z]{2})(?:\+([A-Z0-9]{1,3}))?-(.+)$/
const STATE_OR_PROVINCE = 0x80

/** Extension cabfOrganizationIdentifier (EV guidelines 7.1.2.2). */
function identifierExtension(identifier: string): Extension[] {
  const match = IDENTIFIER.exec(identifier)
  if (match === null) return []
  const [, scheme = '', country = '', state, reference = ''] = match
  const content = sequence(
    printableString(scheme),
    printableString(country),
    ...(state === undefined ? [] : [der(STATE_OR_PROVINCE, Buffer.from(state))]),
    utf8String(reference),
  )
  return [new Extension('2.23.140.3.1', false, content)]
}
