import type { ClientHello } from '../../../../shared/attribution/tls/client-hello.ts'
import { childrenOf, readElement } from '../../../../shared/attribution/tls/der.ts'
import { parseCertificate } from '../../../../shared/attribution/tls/parse-certificate.ts'
import { parsePem } from '../../../../shared/attribution/tls/parse-pem.ts'
import * as serverMessages from '../../../../shared/attribution/tls/server-messages.ts'
import { parsePublicKey } from '../../../../shared/attribution/tls/verify-signature.ts'
import { der, objectIdentifier, sequence, utf8String } from '../../../internet/der.ts'
import type { Parser } from '../../parser-table.ts'

const hello: ClientHello = {
  record: new Uint8Array(0),
  message: new Uint8Array(0),
  random: new Uint8Array(32),
  sessionId: new Uint8Array(32),
  keyShares: [],
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')
const inVector = (content: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0, content.length >> 8, content.length & 0xff), content])

const algorithm = sequence(objectIdentifier('1.2.840.10045.4.3.2'))
const nameOf = (value: Buffer): Buffer =>
  sequence(der(0x31, sequence(objectIdentifier('2.5.4.10'), value)))
const time = der(0x17, Buffer.from('260101000000Z'))

/** Certificate with this organisation, and with these bytes as the alternative names. */
function certificateWith(organization: string, names: Buffer): Buffer {
  const extension = sequence(objectIdentifier('2.5.29.17'), der(0x04, sequence(names)))
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    nameOf(utf8String('a')),
    sequence(time, time),
    nameOf(utf8String(organization)),
    sequence(algorithm, der(0x03, Buffer.of(0))),
    der(0xa3, sequence(extension)),
  )
  return sequence(signed, algorithm, der(0x03, Buffer.of(0)))
}

const dnsName = (name: string): Buffer => der(0x82, bytesOf(name))

export const TLS_PARSERS: Readonly<Record<string, Parser>> = {
  readElement: { parse: (text) => childrenOf(readElement(sequence(bytesOf(text)))) },
  'readElement of many': {
    parse: (text) => childrenOf(readElement(sequence(Buffer.alloc(text.length & ~1)))),
  },
  parseCertificate: { parse: (text) => parseCertificate(bytesOf(text)) },
  'parseCertificate of a subject': {
    parse: (text) => parseCertificate(certificateWith(text, dnsName('a.example'))),
  },
  'parseCertificate of names': {
    parse: (text) =>
      parseCertificate(certificateWith('a', Buffer.concat(text.split(/[ .\n]/u).map(dnsName)))),
  },
  'parseCertificate of different names': {
    parse: (text) =>
      parseCertificate(
        certificateWith(
          'a',
          Buffer.concat(
            Array.from({ length: text.length / 16 }, (_, index) => dnsName(`n${index}.example`)),
          ),
        ),
      ),
  },
  parsePublicKey: { parse: (text) => parsePublicKey(sequence(bytesOf(text))) },
  parsePem: {
    parse: parsePem,
    frames: [
      (text) => text,
      (text) => `-----BEGIN CERTIFICATE-----${text}`,
      (text) => `${'-----BEGIN CERTIFICATE-----'.repeat(50)}${text}`,
    ],
  },
  parseServerHello: { parse: (text) => serverMessages.parseServerHello(bytesOf(text), hello) },
  parseChain: {
    parse: (text) => serverMessages.parseChain(inVector(bytesOf(text)), '1.2'),
  },
  parseServerKeyExchange: { parse: (text) => serverMessages.parseServerKeyExchange(bytesOf(text)) },
  parseCertificateVerify: { parse: (text) => serverMessages.parseCertificateVerify(bytesOf(text)) },
}
