import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { CheckField } from '../../parts/field.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'

type Preferences = Schemas['EmailPreferencesResponse']

const PREFERENCES = ['email-preferences'] as const

/**
 * Each switch is saved as soon as the user presses it. If this fails, the switch goes back to the
 * saved state.
 */
export function MailPreferences() {
  const queries = useQueryClient()
  const preferences = useQuery({
    queryKey: PREFERENCES,
    queryFn: ({ signal }) => read(api.GET('/auth/email-preferences', { signal })),
  })
  const change = useMutation({
    mutationFn: (body: Partial<Preferences>) =>
      read(api.PATCH('/auth/email-preferences', { body })),
    onMutate: async (wanted) => {
      // An older request may still be running. It is cancelled, so that its old state does not
      // replace the new one.
      await queries.cancelQueries({ queryKey: PREFERENCES })
      const before = queries.getQueryData<Preferences>(PREFERENCES)
      if (before !== undefined)
        queries.setQueryData<Preferences>(PREFERENCES, { ...before, ...wanted })
      return before
    },
    onSuccess: (saved) => queries.setQueryData<Preferences>(PREFERENCES, saved),
    onError: (_, __, before) => queries.setQueryData(PREFERENCES, before),
  })
  const set = (wanted: Partial<Preferences>) => {
    // Only one change is sent at a time, because two changes at the same time could undo each
    // other.
    if (!change.isPending) change.mutate(wanted)
  }
  return (
    <Section title="Emails">
      {preferences.isPending && <Skeleton lines={2} label="Loading the preferences" />}
      {preferences.isError && (
        <FailureNote error={preferences.error} retry={() => void preferences.refetch()} />
      )}
      {preferences.isSuccess && (
        <div class="flex flex-col gap-4">
          <CheckField
            label="Weekly digest"
            hint="What your account analyzed in the last week."
            isChecked={preferences.data.digest_enabled}
            onCheck={(isOn) => set({ digest_enabled: isOn })}
          />
          <CheckField
            label="Welcome and quota"
            hint="A welcome to a new account, and a notice when 80% or all of the quota is used."
            isChecked={preferences.data.lifecycle_enabled}
            onCheck={(isOn) => set({ lifecycle_enabled: isOn })}
          />
          <p class="text-sm text-muted">
            Emails about sign-ins, payments and finished lists are always sent.
          </p>
          <p role="status" class="text-sm text-muted empty:hidden">
            {change.isSuccess ? 'Saved.' : ''}
          </p>
          {change.isError && <FailureNote error={change.error} />}
        </div>
      )}
    </Section>
  )
}
