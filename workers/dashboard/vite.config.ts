import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

// Oldest browsers that support every feature of style.css, for example `light-dark()`. Older
// browsers show the page without the dark theme.
const BROWSERS = ['chrome123', 'safari17.5', 'firefox128']
const FILES = join(import.meta.dirname, '../assets/app/assets')
const KEPT_MS = 3_600_000

// Deletes only files from builds that are more than an hour old. Another process may build at the
// same time, and if a build emptied the folder, the pages of that process would lack their files.
const removeOldFiles: Plugin = {
  name: 'remove-old-files',
  async writeBundle(_, bundle) {
    const current = new Set(Object.keys(bundle).map((file) => file.replace(/^assets\//, '')))
    for (const name of await readdir(FILES)) {
      const state = await stat(join(FILES, name)).catch(() => null)
      const isOld = state !== null && Date.now() - state.mtimeMs > KEPT_MS
      if (isOld && !current.has(name)) await rm(join(FILES, name), { force: true })
    }
  },
}

export default defineConfig({
  base: '/app/',
  plugins: [tailwindcss(), removeOldFiles],
  // A build by a test or a local start would else write the paths of the sources into the page.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: '../assets/app',
    emptyOutDir: false,
    target: BROWSERS,
    cssTarget: BROWSERS,
    // Scripts and styles always become files, because the content security policy forbids data
    // addresses for them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
