import { useEffect, useState } from 'preact/hooks'
import { TextField } from '../../parts/field.tsx'

interface FilterProps {
  label: string
  value: string
  onValue: (value: string) => void
  placeholder?: string
  problem?: string | undefined
}

/** The filter applies when the user presses Enter or leaves the field. */
export function TextFilter({ label, value, onValue, placeholder, problem }: FilterProps) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onValue(typed.trim())
      }}
    >
      <TextField
        label={label}
        type="search"
        value={typed}
        onText={setTyped}
        onBlur={() => onValue(typed.trim())}
        autocomplete="off"
        spellcheck={false}
        enterkeyhint="search"
        problem={problem}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </form>
  )
}
