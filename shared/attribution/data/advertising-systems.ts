/**
 * Registrable domains of the large advertising systems that pay publishers under a contract. Any
 * site can write the name of a system of its own into its ads.txt and serve a sellers.json there,
 * so only these systems speak for somebody else than the site. Source: the systems' own
 * sellers.json files (IAB Tech Lab, sellers.json 1.0).
 */
export const ADVERTISING_SYSTEMS: ReadonlySet<string> = new Set([
  '33across.com',
  'adform.com',
  'adform.net',
  'amazon-adsystem.com',
  'appnexus.com',
  'criteo.com',
  'criteo.net',
  'freewheel.tv',
  'google.com',
  'gumgum.com',
  'improvedigital.com',
  'indexexchange.com',
  'lijit.com',
  'media.net',
  'openx.com',
  'outbrain.com',
  'pubmatic.com',
  'rubiconproject.com',
  'sharethrough.com',
  'smartadserver.com',
  'sovrn.com',
  'taboola.com',
  'teads.tv',
  'triplelift.com',
  'xandr.com',
  'yahoo.com',
  'yieldmo.com',
])
