/** A dot with a label: the sign of the service. The same shape is in icon.svg. */
export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" class="shrink-0">
    <rect width="32" height="32" rx="8" class="fill-accent-fill" />
    <path
      d="M11 21 16.5 12H25"
      fill="none"
      stroke="#fff"
      stroke-width="2.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
    <circle cx="10" cy="22.5" r="3.6" fill="#fff" />
    <path d="M16.5 17.5H22" stroke="#fff" stroke-width="2.6" stroke-linecap="round" opacity=".65" />
  </svg>
)
