import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERRORS } from '../../shared/platform/http/errors.ts'
import { plainPage } from '../../workers/docs/plain-page.ts'
import { operationsOf } from '../../workers/openapi/document.ts'
import { document, operations as listed, schemas } from '../contract/document.ts'
import { documentText, SNAPSHOT } from '../contract/write-document.ts'
import { endpoints } from './endpoints.ts'

const operations = listed.map(({ method, path, operation }) => ({
  name: `${method.toUpperCase()} ${path}`,
  operation,
}))
/** Endpoints that return a file. Each has only one format. */
const FILES = ['GET /auth/me/export', 'GET /exports/{file}']
const endpointOf = (name: string) =>
  endpoints.find(({ method, path }) => `${method} ${path}` === name)

test('the stored OpenAPI document is up to date (npm run openapi writes it)', () => {
  expect(readFileSync(SNAPSHOT, 'utf8')).toBe(documentText())
})

test('the document avoids allOf and flags of patterns, which few generators support', () => {
  expect(documentText()).not.toMatch(/"allOf":|"pattern": ".*\/[dgimsuvy]+"/)
})

test('a job that is read with a template may lack any field at any depth', () => {
  expect(JSON.stringify(schemas.JobProjection)).not.toMatch(/"required"|"\$ref"/)
})

test('the document describes every route and nothing else', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('the page without scripts shows every route and event, and loads only its icon', async () => {
  const page = String(await plainPage(document))
  for (const { operation } of operationsOf(document.webhooks))
    expect(page).toContain(`<h3 id="${operation.operationId}"`)
  for (const { operation } of operations)
    expect(page).toContain(`<section id="${operation.operationId}"`)
  const own = page.replace('<link rel="icon" href="/favicon.ico" type="image/svg+xml">', '')
  expect(own).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|url\(|@import|\[object|undefined<\/p>/)
})

test('every refusal lists its error codes, each under its own status', () => {
  for (const { name, operation } of operations)
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400 || content === undefined) continue
      const text = JSON.stringify(content?.['application/json']?.schema ?? {})
      const codes = Object.entries(ERRORS).filter(([code]) => text.includes(`"${code}"`))
      expect(codes.length, `${name} ${status}`).toBeGreaterThan(0)
      for (const [code, own] of codes)
        expect(own.status, `${name} ${status} ${code}`).toBe(Number(status))
    }
})

test('every JSON answer has an example', () => {
  for (const { name, operation } of operations)
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      const json = content['application/json']
      if (json === undefined || (status === '200' && FILES.includes(name))) continue
      expect(json.example ?? json.examples, `${name} ${status}`).toBeDefined()
    }
})

test('the common headers are described for every answer that sends them', () => {
  for (const { name, operation } of operations) {
    const { credential = 'none', idempotent = false } = endpointOf(name) ?? {}
    for (const [status, { headers, content }] of Object.entries(operation.responses)) {
      // The network sends this answer, not the service.
      if (status === '400' && content === undefined) continue
      const described = Object.keys(headers ?? {})
      const answer = `${name} ${status}`
      expect(described, answer).toContain('X-Request-Id')
      if (credential !== 'none') expect(described, answer).toContain('RateLimit')
      if (status === '429' || status === '503') expect(described, answer).toContain('Retry-After')
      if (idempotent !== false && status === '202')
        expect(described, answer).toContain('Idempotency-Replayed')
    }
    const sent = JSON.stringify(operation.parameters)
    expect(sent, name).toContain('#/components/parameters/X-Request-Id')
    expect(sent.includes('#/components/parameters/Idempotency-Key'), name).toBe(
      idempotent !== false,
    )
  }
})

test('the document requires the credential that the route checks', () => {
  for (const { name, operation } of operations) {
    const { credential } = endpointOf(name) ?? {}
    const asked = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme)).sort()
    expect(asked, name).toEqual(
      { none: [], key: ['apiKey'], bearer: ['bearer'], 'bearer or key': ['apiKey', 'bearer'] }[
        credential ?? 'none'
      ],
    )
  }
})
