import type { PageDocument } from './page-document.ts'

/**
 * Website builders that also host the sites. Software that anybody can install on a server, such as
 * WordPress, is left out.
 */
const BUILDERS: readonly {
  name: string
  generator?: RegExp
  resource?: RegExp
  header?: readonly [name: string, value: RegExp]
}[] = [
  {
    name: 'Shopify',
    generator: /shopify/iu,
    resource: /cdn\.shopify\.com|myshopify\.com|Shopify\.theme/iu,
    header: ['powered-by', /shopify/iu],
  },
  {
    name: 'Squarespace',
    generator: /squarespace/iu,
    resource: /static1?\.squarespace\.com|squarespace-cdn\.com|Static\.SQUARESPACE_CONTEXT/iu,
    header: ['server', /squarespace/iu],
  },
  {
    name: 'Wix',
    generator: /wix\.com/iu,
    resource: /static\.wixstatic\.com|static\.parastorage\.com|wix-warmup-data/iu,
    header: ['x-wix-request-id', /./u],
  },
  {
    name: 'Webflow',
    generator: /webflow/iu,
    resource: /website-files\.com|assets\.webflow\.com|data-wf-(?:site|page)/iu,
  },
  {
    name: 'WordPress.com',
    generator: /wordpress\.com/iu,
    resource: /s\d\.wp\.com\/(?:wp-content|_static|i\/)|stats\.wp\.com\/w\.js/iu,
    header: ['host-header', /wordpress\.com/iu],
  },
  { name: 'Weebly', generator: /weebly/iu, resource: /editmysite\.com/iu },
  { name: 'Jimdo', generator: /jimdo/iu, resource: /jimdo(?:\.com|static)/iu },
  {
    name: 'GoDaddy Website Builder',
    generator: /starfield technologies|go daddy website builder/iu,
    resource: /img1\.wsimg\.com\/(?:isteam|blobby)/iu,
  },
  {
    name: 'IONOS MyWebsite',
    generator: /ionos|1&1 mywebsite/iu,
    resource: /website-builder\.ionos|mywebsite-editor/iu,
  },
  { name: 'Strato Homepage-Baukasten', resource: /strato-editor|cm4all/iu },
  { name: 'Duda', resource: /dudamobile|multiscreensite\.com|cdn-website\.com/iu },
  { name: 'Tilda', generator: /tilda/iu, resource: /tildacdn\.(?:com|info)/iu },
  { name: 'Carrd', resource: /carrd\.co/iu },
  { name: 'Framer', generator: /framer/iu, resource: /framerusercontent\.com/iu },
  { name: 'Notion', resource: /notion\.site|super\.so/iu },
  { name: 'Ghost(Pro)', resource: /\.ghost\.io/iu },
  { name: 'Blogger', generator: /blogger/iu, resource: /blogger\.com\/static|bp\.blogspot\.com/iu },
  { name: 'Tumblr', resource: /assets\.tumblr\.com/iu },
  { name: 'Substack', resource: /substackcdn\.com/iu },
  { name: 'Medium', resource: /cdn-client\.medium\.com/iu },
  { name: 'BigCommerce', resource: /cdn\d{1,2}\.bigcommerce\.com/iu },
  { name: 'HubSpot', generator: /hubspot/iu, resource: /hubspotusercontent|hs-sites\.com/iu },
  { name: 'Google Sites', resource: /sites\.google\.com|gstatic\.com\/_\/atari/iu },
  { name: 'Strikingly', resource: /strikinglycdn\.com/iu },
  {
    name: 'Zyro',
    generator: /zyro|hostinger website builder/iu,
    resource: /assets\.zyrosite\.com/iu,
  },
  { name: 'Cargo', resource: /freight\.cargo\.site/iu },
  { name: 'Prestashop Cloud', resource: /prestashop-project/iu },
  { name: 'BLOX Digital', generator: /blox|townnews/iu, resource: /bloximages|townnews\.com/iu },
  { name: 'OneWeb', resource: /onewebstatic\.com/iu },
  { name: 'Webnode', generator: /webnode/iu, resource: /webnode\.com/iu },
  { name: 'Site123', resource: /site123\.me|cdn-cms\.f-static/iu },
  { name: 'Ameba Ownd', resource: /amebaownd/iu },
  { name: 'BASE', resource: /thebase\.(?:in|com)|basefile\.akamaized/iu },
]
const SOURCE_LENGTH_MAX = 64 * 1024

/**
 * Returns the name of the hosted website builder (for example Wix) from the markup and the HTTP
 * headers of a page. Null when neither shows a builder.
 */
export function siteBuilder(document: PageDocument, headers: Headers): string | null {
  const generator = document.metas.get('generator') ?? ''
  const source = [
    ...document.links.map(({ href }) => href),
    ...document.resources,
    ...document.attributes,
    document.scripts.slice(0, SOURCE_LENGTH_MAX / 2),
  ]
    .join('\n')
    .slice(0, SOURCE_LENGTH_MAX)
  for (const builder of BUILDERS) {
    const [name, value] = builder.header ?? []
    const headerMatches = name && value?.test(headers.get(name) ?? '')
    if (headerMatches || builder.generator?.test(generator) || builder.resource?.test(source))
      return builder.name
  }
  return null
}
