import type {
  ComponentChildren,
  InputHTMLAttributes,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export const CONTROL =
  'w-full min-h-9 rounded-md border border-control bg-surface px-3 py-1.5 text-sm text-ink ' +
  'aria-invalid:border-bad'

interface LabelProps {
  label: string
  hint?: ComponentChildren
  /** Problem of the value, if it has one. Screen readers announce it when it appears. */
  problem?: string | undefined
}

function Labelled({
  id,
  label,
  hint,
  problem,
  children,
}: LabelProps & { id: string; children: ComponentChildren }) {
  return (
    <div class="flex min-w-0 flex-col gap-1">
      <label for={id} class="text-sm font-medium">
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} class="text-sm text-muted">
          {hint}
        </p>
      )}
      <p id={`${id}-problem`} role="alert" class="text-sm text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}

const describedBy = (id: string, { hint, problem }: LabelProps) =>
  [hint === undefined ? '' : `${id}-hint`, problem === undefined ? '' : `${id}-problem`]
    .join(' ')
    .trim() || undefined

const stateOf = (id: string, props: LabelProps) => ({
  id,
  'aria-invalid': props.problem === undefined ? undefined : true,
  'aria-describedby': describedBy(id, props),
})

type TextProps = LabelProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'label' | 'onInput'> & {
    onText: (text: string) => void
  }

/**
 * Sets the focus with code, because a browser obeys the attribute `autofocus` only once per loaded
 * page.
 */
export function TextField({
  label,
  hint,
  problem,
  onText,
  autofocus = false,
  class: more = '',
  ...rest
}: TextProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const texts = { label, hint, problem }
  useEffect(() => {
    if (autofocus) input.current?.focus()
  }, [autofocus])
  return (
    <Labelled id={id} {...texts}>
      <input
        {...rest}
        ref={input}
        {...stateOf(id, texts)}
        class={`${CONTROL} ${more}`}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </Labelled>
  )
}

type AreaProps = LabelProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'label' | 'onInput'> & {
    onText: (text: string) => void
  }

export function TextArea({ label, hint, problem, onText, class: more = '', ...rest }: AreaProps) {
  const id = useId()
  const texts = { label, hint, problem }
  return (
    <Labelled id={id} {...texts}>
      <textarea
        {...rest}
        {...stateOf(id, texts)}
        class={`${CONTROL} ${more}`}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </Labelled>
  )
}

type Choice<Value extends string> = readonly [value: Value, label: string]

interface SelectProps<Value extends string>
  extends LabelProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'label' | 'value' | 'onChange'> {
  value: Value
  choices: readonly Choice<Value>[]
  onChoice: (value: Value) => void
}

export function SelectField<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, problem, value, choices, onChoice, class: more = '', ...rest } = props
  const id = useId()
  const texts = { label, hint, problem }
  return (
    <Labelled id={id} {...texts}>
      <select
        {...rest}
        {...stateOf(id, texts)}
        class={`${CONTROL} ${more}`}
        value={value}
        onChange={(event) => {
          const chosen = choices.find(([each]) => each === event.currentTarget.value)
          if (chosen !== undefined) onChoice(chosen[0])
        }}
      >
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

interface CheckProps {
  label: string
  hint?: ComponentChildren
  isChecked: boolean
  isDisabled?: boolean
  onCheck: (isChecked: boolean) => void
}

export function CheckField({ label, hint, isChecked, isDisabled = false, onCheck }: CheckProps) {
  const id = useId()
  return (
    <div class="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        class="mt-1 size-4 accent-accent-fill"
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <div>
        <label for={id} class="text-sm font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} class="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
