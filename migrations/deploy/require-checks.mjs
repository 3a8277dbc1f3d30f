// Part of the build command of wrangler.toml, which wrangler runs with the name of its own command.
// Without "npm run deploy", the sample values of wrangler.toml would be deployed, without a route.
const { WRANGLER_COMMAND: command = '', DEPLOY_CHECKED: checked } = process.env
if (/^(?:deploy|versions)\b/.test(command) && checked !== 'yes') {
  console.error('Nothing was deployed: use "npm run deploy", which checks every setting first.')
  process.exitCode = 1
}
