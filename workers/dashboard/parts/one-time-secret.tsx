import { Button } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { TextField } from './field.tsx'

interface SecretProps {
  label: string
  secret: string
  /** Ends the sentence "Whoever has it can …". */
  use?: string
  onDone: () => void
}

/** The service keeps no readable copy of the secret, so the user must copy it now. */
export function OneTimeSecret({ label, secret, use = 'use your account', onDone }: SecretProps) {
  return (
    <>
      <p class="text-sm">
        Copy it now and keep it in a safe place. <strong>It is not shown again.</strong> Whoever has
        it can {use}.
      </p>
      <TextField
        label={label}
        readOnly
        value={secret}
        onText={() => undefined}
        autocomplete="off"
        spellcheck={false}
        class="font-mono"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div class="flex justify-end gap-2">
        <CopyButton text={secret} label="Copy" />
        <Button look="primary" onClick={onDone}>
          I have stored it
        </Button>
      </div>
    </>
  )
}
