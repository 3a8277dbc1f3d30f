import { useQueryClient } from '@tanstack/preact-query'
import { useMemo, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { BILLING } from '../../api/account-queries.ts'
import { api, read } from '../../api/api-client.ts'
import { createAttempts } from '../../api/attempts.ts'
import { AnalysesPrice } from '../../parts/analyses-price.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { forecastOf, priceText } from '../../parts/forecast.ts'
import { chargedNames } from '../../parts/sandbox-names.ts'
import { count, counted } from '../../parts/texts.ts'
import { useMeans } from '../../parts/use-means.ts'

const NAME_CHARACTERS_MAX = 64

/** The charge is at most this: a domain with a young analysis costs nothing. */
export function AnalyzeOthers({ name, domains }: { name: string; domains: readonly string[] }) {
  const [isAsking, setAsking] = useState(false)
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const attempt = useMemo(() => createAttempts(), [])
  const { means } = useMeans()
  const forecast = means === undefined ? null : forecastOf(chargedNames(domains), means)
  const send = async () => {
    const list = await attempt(domains.join(' '), (key) => sendList(name, domains, key))
    void queries.invalidateQueries({ queryKey: BILLING })
    navigate(`/bulk/${encodeURIComponent(list)}`)
  }
  return (
    <>
      <Button look="primary" onClick={() => setAsking(true)}>
        Analyze the {domains.length === 1 ? 'other one' : `${count(domains.length)} others`}
        {forecast !== null && ` · ${priceText(forecast)}`}
      </Button>
      <ConfirmDialog
        title={`Analyze ${counted(domains.length, 'domain')}?`}
        action="Analyze"
        isHarmless
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={send}
      >
        <AnalysesPrice domains={domains} /> A failed analysis is refunded.
      </ConfirmDialog>
    </>
  )
}

async function sendList(name: string, domains: readonly string[], key: string): Promise<string> {
  const body = {
    domains: [...domains],
    name: Array.from(`Domains of ${name}`.replace(/[\p{Cc}\p{Cs}]/gu, ''))
      .slice(0, NAME_CHARACTERS_MAX)
      .join(''),
  }
  const call = api.POST('/analyze/bulk', {
    params: { header: { 'Idempotency-Key': key } },
    body,
  })
  // This route does not put its answer into `data`, which `read` expects.
  const list = await read(call.then((answer) => ({ ...answer, data: { data: answer.data } })))
  if (list === undefined) throw new SyntaxError('the answer to a list has no body')
  return list.bulk_job_id
}
