import {
  endZone,
  parseZone,
  startZone,
  type ZoneName,
} from '../../../shared/monitors/parse-zone.ts'

/** Reads the text of a zone file in pieces of this size. */
export function readZone(zone: string, text: string, pieceCharacters = text.length || 1) {
  const reading = startZone(zone)
  const names: ZoneName[] = []
  for (let at = 0; at < text.length; at += pieceCharacters)
    names.push(...parseZone(text.slice(at, at + pieceCharacters), reading))
  names.push(...endZone(reading))
  return { names, serial: reading.serial, hasNameServers: reading.hasNameServers }
}

export const shownNames = (names: readonly ZoneName[]): string[] =>
  names.map(({ label, nameServers }) => `${label}: ${nameServers}`)
