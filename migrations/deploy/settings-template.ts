interface SettingPlace {
  name: string
  /**
   * Page of the provider where the value is found, and the name of the value on that page.
   * Completes the sentence "NAME is not set: ...".
   */
  place: string
  sample?: string
  isOptional?: true
}

/** The sections follow the order in which an operator creates the accounts. */
export const SECTIONS: readonly { title: string; settings: readonly SettingPlace[] }[] = [
  {
    title: 'Address of the service',
    settings: [
      {
        name: 'PUBLIC_URL',
        place:
          'Choose https:// and a host name in a zone of your Cloudflare account, or in its workers.dev subdomain.',
        sample: 'https://api.your-domain.com',
      },
      {
        name: 'DASHBOARD_ORIGINS',
        place:
          'Origins of your dashboards, separated by commas. Browsers on other origins may not call the service.',
        isOptional: true,
      },
      {
        name: 'USER_AGENT',
        place:
          'Name with which the service visits sites, if it should not name the page /bot of PUBLIC_URL. Sites address its first word in robots.txt.',
        sample: 'DomainAttributionBot/1.0 (+https://your-domain.com/bot)',
        isOptional: true,
      },
    ],
  },
  {
    title: 'Cloudflare (dash.cloudflare.com). Leave the token empty after "npx wrangler login"',
    settings: [
      {
        name: 'CLOUDFLARE_API_TOKEN',
        place:
          'My profile > API tokens > Create token > Edit Cloudflare Workers, and add the permission Account > Queues > Edit.',
        isOptional: true,
      },
      {
        name: 'CLOUDFLARE_ACCOUNT_ID',
        place:
          'Account home > menu of the account > Copy account ID. Needed only if you can use several accounts.',
        isOptional: true,
      },
      {
        name: 'DEPLOY_NAME',
        place: 'Name of the Worker, if it should not be the name in wrangler.toml.',
        isOptional: true,
      },
      {
        name: 'DEPLOY_PREFIX',
        place: 'Prefix of the queues and buckets, if it should not be the name of the Worker.',
        isOptional: true,
      },
      {
        name: 'DEPLOY_PLACEMENT',
        place:
          'Cloud region near which the Worker runs, if it is not found in DATABASE_URL, for example aws:eu-central-1.',
        isOptional: true,
      },
    ],
  },
  {
    title: 'Neon (console.neon.tech)',
    settings: [
      {
        name: 'DATABASE_URL',
        place:
          'Project > Connect > Connection string. It begins with postgresql:// and contains a password.',
      },
    ],
  },
  {
    title: 'Upstash (console.upstash.com)',
    settings: [
      {
        name: 'UPSTASH_REDIS_REST_URL',
        place: 'Redis > your database > REST > UPSTASH_REDIS_REST_URL.',
      },
      {
        name: 'UPSTASH_REDIS_REST_TOKEN',
        place:
          'Redis > your database > REST > UPSTASH_REDIS_REST_TOKEN. The read-only token does not work.',
      },
    ],
  },
  {
    title: 'Supabase (supabase.com/dashboard)',
    settings: [
      {
        name: 'IDP_URL',
        place: 'Project settings > Data API > Project URL.',
        sample: 'https://abcdefghijklmnop.supabase.co',
      },
      {
        name: 'IDP_PUBLISHABLE_KEY',
        place: 'Project settings > API keys > Publishable key. It begins with sb_publishable_.',
      },
      {
        name: 'IDP_SERVICE_KEY',
        place: 'Project settings > API keys > Secret keys. It begins with sb_secret_.',
      },
      {
        name: 'IDP_JWT_SECRET',
        place:
          'Only for a project that signs with HS256: Project settings > JWT keys > Legacy JWT secret.',
        isOptional: true,
      },
    ],
  },
  {
    title: 'Resend (resend.com). Without a key, no emails are sent',
    settings: [
      {
        name: 'RESEND_API_KEY',
        place: 'API keys > Create API key. It begins with re_.',
        isOptional: true,
      },
      {
        name: 'EMAIL_FROM',
        place: 'Choose a sender at a domain that resend.com/domains shows as verified.',
        sample: 'Your Name <reports@your-domain.com>',
      },
    ],
  },
  {
    title: 'Stripe (dashboard.stripe.com). Without a key, nobody can buy anything',
    settings: [
      {
        name: 'STRIPE_SECRET_KEY',
        place: 'Developers > API keys > Secret key. It begins with sk_.',
        isOptional: true,
      },
      {
        name: 'STRIPE_WEBHOOK_SECRET',
        place:
          'The deployment makes the endpoint and writes its secret here. An older endpoint shows it at Developers > Webhooks.',
        isOptional: true,
      },
      {
        name: 'STRIPE_PLANS',
        place: 'Subscription plans to create (migrations/deploy/stripe-setup.ts).',
        isOptional: true,
      },
    ],
  },
  {
    title: 'Other providers',
    settings: [
      {
        name: 'ANTHROPIC_API_KEY',
        place: 'platform.claude.com > API keys. Without a key of a model, rules alone judge.',
        isOptional: true,
      },
      { name: 'OPENAI_API_KEY', place: 'platform.openai.com > API keys.', isOptional: true },
      { name: 'GOOGLE_API_KEY', place: 'aistudio.google.com > Get API key.', isOptional: true },
      {
        name: 'CERTSPOTTER_API_KEY',
        place:
          'sslmate.com > Account > API credentials. Without a key, certificate logs allow few requests.',
        isOptional: true,
      },
      {
        name: 'REVERSE_WHOIS_API_KEY',
        place: 'user.whoisxmlapi.com > My products.',
        isOptional: true,
      },
      {
        name: 'ENRICHMENT_API_KEY',
        place: 'dashboard.peopledatalabs.com > API keys.',
        isOptional: true,
      },
      {
        name: 'CVR_CREDENTIALS',
        place: 'User name and password for CVR (cvrselvbetjening@erst.dk), separated by a colon.',
        isOptional: true,
      },
      {
        name: 'NZBN_API_KEY',
        place: 'portal.api.business.govt.nz > Profile > Subscriptions.',
        isOptional: true,
      },
      {
        name: 'COMPANIES_HOUSE_API_KEY',
        place: 'developer.company-information.service.gov.uk > Manage applications > REST key.',
        isOptional: true,
      },
      {
        name: 'ABR_GUID',
        place: 'abr.business.gov.au > Web services > Register. Identifier (GUID) by email.',
        isOptional: true,
      },
      {
        name: 'BROWSER_RENDERING_ACCOUNT_ID',
        place:
          'Id of the Cloudflare account whose browsers take screenshots and run scripts of pages.',
        isOptional: true,
      },
      {
        name: 'BROWSER_RENDERING_TOKEN',
        place: 'Cloudflare API token with the permission Browser Rendering > Edit.',
        isOptional: true,
      },
      {
        name: 'BOT_SIGNING_KEYS',
        place:
          'Key that signs requests to sites (docs/operations.md, "Sign requests to sites"). Without it, they are not signed.',
        isOptional: true,
      },
    ],
  },
  {
    title: 'Check after the deployment',
    settings: [
      {
        name: 'DEPLOY_API_KEY',
        place:
          'API key for the sandbox analysis. Without it, the deployment makes a key and revokes it afterwards.',
        isOptional: true,
      },
    ],
  },
]

const PLACES = new Map(
  SECTIONS.flatMap(({ settings }) => settings.map(({ name, place }) => [name, place] as const)),
)

export const placeOf = (name: string): string =>
  PLACES.get(name) ?? 'see its comment in wrangler.toml or shared/platform/environment.ts.'
