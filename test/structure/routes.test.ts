import { expect, test } from 'vitest'
import { CONTRACT } from './contract.ts'
import { endpoints as served } from './endpoints.ts'

const describeRoute = (method: string, path: string, credential: string) =>
  `${method} ${path} · ${credential}`

test('the service has exactly the endpoints of the contract, with method, path and credential', () => {
  expect(
    served.map(({ method, path, credential }) => describeRoute(method, path, credential)).sort(),
  ).toEqual(
    CONTRACT.map(([method, path, credential]) => describeRoute(method, path, credential)).sort(),
  )
})

test('no two routes have the same method and path', () => {
  const names = served.map(({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})
