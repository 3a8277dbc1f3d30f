import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { forecastOf, priceText } from '../../parts/forecast.ts'
import { ListDialog } from '../../parts/list-dialog.tsx'
import { chargedNames } from '../../parts/sandbox-names.ts'
import { count } from '../../parts/texts.ts'
import { useMeans } from '../../parts/use-means.ts'

export function AnalyzeOthers({ name, domains }: { name: string; domains: readonly string[] }) {
  const [isAsking, setAsking] = useState(false)
  const { means } = useMeans()
  return (
    <>
      <Button look="primary" onClick={() => setAsking(true)}>
        Analyze the {domains.length === 1 ? 'other one' : `${count(domains.length)} others`}
        {means !== undefined && ` · ${priceText(forecastOf(chargedNames(domains), means))}`}
      </Button>
      <ListDialog
        operator={name}
        domains={domains}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
