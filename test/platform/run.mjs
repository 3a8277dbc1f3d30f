// Runs a TypeScript program of this repository: node test/platform/run.mjs FILE [arguments]. Plain
// JavaScript, because without the packages, or with an old Node, nothing else could say so.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Returns one sentence, or null if programs can run.
 * @param {{ version: string, needed: string, hasPackages: boolean }} machine
 */
export function machineProblem({ version, needed, hasPackages }) {
  const numbers = (text) => text.replace(/^\D+/, '').split('.').map(Number)
  const [[major, minor], [majorNeeded, minorNeeded]] = [numbers(version), numbers(needed)]
  if (major < majorNeeded || (major === majorNeeded && minor < minorNeeded))
    return `Node ${version} is too old: install Node ${needed.replace(/^\D+/, '')} or newer.`
  return hasPackages ? null : 'The packages are not installed: run npm ci.'
}

const self = fileURLToPath(import.meta.url)
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self) {
  const root = path.join(path.dirname(self), '../..')
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const problem = machineProblem({
    version: process.versions.node,
    needed: engines.node,
    hasPackages: existsSync(path.join(root, 'node_modules/tsx')),
  })
  if (problem === null) {
    process.argv.splice(1, 1)
    const { register } = await import('tsx/esm/api')
    register()
    await import(pathToFileURL(path.resolve(process.argv[1])).href)
  } else {
    console.error(problem)
    process.exitCode = 1
  }
}
