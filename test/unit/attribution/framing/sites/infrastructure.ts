import { page } from '../pages.ts'
import { domainFile } from '../site.ts'
import { adSystem, ownAdSystem } from './advertising-files.ts'

/**
 * Domains that the test sites need, such as advertising systems and name servers. The tests do not
 * judge the answers for these domains.
 */
export const INFRASTRUCTURE = [
  adSystem,
  ownAdSystem,
  domainFile({
    domain: 'vimmerbygrid.net',
    ageDays: 5_000,
    names: { ns1: { A: ['167.99.60.2'] }, ns2: { A: ['167.99.60.3'] }, mx: { A: ['167.99.60.4'] } },
    pages: { '/': page('Vimmerby Grid', '<h1>Vimmerby Grid</h1>') },
  }),
  domainFile({
    domain: 'netflix.com',
    ageDays: 9_000,
    registrar: 'markmonitor',
    pages: { '/': page('Netflix', '<h1>Netflix</h1><footer>© 2026 Netflix, Inc.</footer>') },
    files: {
      '/de/filmabendegratis': page(
        'Netflix',
        '<h1>Netflix</h1><p>Filme</p><footer>© 2026 Netflix, Inc.</footer>',
      ),
    },
  }),
]
