import { useState } from 'preact/hooks'

export type Theme = 'system' | 'light' | 'dark'

const STORED = 'theme'

function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(STORED)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    // The browser may forbid access to storage, so the theme of the operating system applies.
    return 'system'
  }
}

/**
 * Must be called before the first rendering, or the user would see the wrong theme for a moment.
 */
export function applyStoredTheme(): void {
  apply(storedTheme())
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function useTheme(): [theme: Theme, change: (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme)
  const change = (next: Theme) => {
    setTheme(next)
    apply(next)
    try {
      localStorage.setItem(STORED, next)
    } catch {
      // The browser may forbid access to storage. The chosen theme then holds only until the page
      // is closed.
    }
  }
  return [theme, change]
}
