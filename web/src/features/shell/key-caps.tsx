import { Kbd } from '@mantine/core'
import { Fragment } from 'react'

const names: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  '-': '−',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

const toKeyCap = (key: string) =>
  names[key] ?? (key.length === 1 ? key.toUpperCase() : key)

const toKeyCaps = (step: string): string[] => {
  if (step.startsWith('mod+'))
    return ['Ctrl', toKeyCap(step.slice('mod+'.length))]
  return /^[A-Z]$/.test(step) ? ['Shift', step] : [toKeyCap(step)]
}

/**
 * Shows keys as on a keyboard: 'g s' is G then S, 'J' is Shift J, 'mod+Enter'
 * is Ctrl Enter.
 */
export const KeyCaps = ({ keys }: { keys: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    {keys.split(' ').map((step, index) => (
      <Fragment key={step}>
        {index > 0 && ' then '}
        {toKeyCaps(step).map((cap, at) => (
          <Fragment key={cap}>
            {at > 0 && ' '}
            <Kbd size="xs">{cap}</Kbd>
          </Fragment>
        ))}
      </Fragment>
    ))}
  </span>
)
