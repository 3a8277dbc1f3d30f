import { expect, test } from 'vitest'
import { CONTRACT } from './contract.ts'
import { endpoints as served } from './endpoints.ts'

const describeRoute = (method: string, path: string, credential: string) => `${method} ${path} · ${credential}`

test('every endpoint of the contract is served, with its method, path and credential, and no other', () => {
  expect(served.map(({ method, path, credential }) => describeRoute(method, path, credential)).sort()).toEqual(
    CONTRACT.map(([method, path, credential]) => describeRoute(method, path, credential)).sort(),
  )
})

test('no two routes answer the same method and path', () => {
  const names = served.map(({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
