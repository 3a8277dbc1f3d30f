import { builtinModules } from 'node:module'
import { type BuildFailure, context, type Message, type Plugin } from 'esbuild'
import type { Code } from './runtime.ts'

/** Builds the Worker again and again, much faster than wrangler does, of the same modules (dev.test.ts compares them). */
export type Rebuilder = {
  /** Throws BuildFailed when a source cannot be built. */
  build(): Promise<Code & { readonly inputs: readonly string[] }>
  close(): Promise<void>
}

/** The message names file and line of every mistake. */
export class BuildFailed extends Error {}

const ENTRY = 'workers/index.ts'
const BUILT_IN = new Set(builtinModules)

/** Built-in modules stay imports, as with wrangler's nodejs_compat; `require` of one, which workerd lacks, becomes an import too. */
const nodeModules: Plugin = {
  name: 'node-modules',
  setup(build) {
    build.onResolve({ filter: /^(?:node:)?[a-z_]+(?:\/[a-z]+)?$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '')
      if (!BUILT_IN.has(name)) return null
      if (kind === 'require-call') return { path: name, namespace: 'node-built-in-modules' }
      return { path: `node:${name}`, external: true }
    })
    build.onLoad({ filter: /.*/, namespace: 'node-built-in-modules' }, ({ path }) => ({
      contents: `import module_ from 'node:${path}'\nmodule.exports = module_`,
    }))
  },
}

/** `folder` holds `workers/` and `node_modules/`. */
export async function createRebuilder(folder: string): Promise<Rebuilder> {
  const esbuild = await context({
    absWorkingDir: folder,
    entryPoints: [ENTRY],
    outfile: 'index.js',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [nodeModules],
    logLevel: 'silent',
    // A smaller script starts faster; names stay, so that a stack trace can be read.
    minifyWhitespace: true,
    minifySyntax: true,
  })
  return {
    async build() {
      const { metafile, outputFiles } = await esbuild.rebuild().catch((error: unknown) => {
        throw isBuildFailure(error) ? new BuildFailed(error.errors.map(described).join('\n')) : error
      })
      return {
        exports: Object.values(metafile.outputs).flatMap((output) => output.exports),
        files: outputFiles.map(({ contents }) => ({ name: 'index.js', contents })),
        inputs: Object.keys(metafile.inputs),
      }
    },
    close: () => esbuild.dispose(),
  }
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors)
}

function described({ location, text }: Message): string {
  return location === null ? text : `${location.file}:${location.line}:${location.column + 1}: ${text}`
}
