import { CheckField } from './field.tsx'

interface PassiveFieldProps {
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}

/** Used by every form that starts analyses. */
export function PassiveField(props: PassiveFieldProps) {
  return (
    <CheckField
      label="Passive: send nothing to the domain"
      hint="No page of the site is read, so the answer may name nobody."
      {...props}
    />
  )
}
