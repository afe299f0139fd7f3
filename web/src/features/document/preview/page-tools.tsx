import { ActionIcon, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './preview.module.css'

type PageToolsProps = { count: number; current: number; onGo: (page: number) => void }

/** Which page is in sight, and the way to others; also by the arrow keys to the sides. */
export const PageTools = ({ count, current, onGo }: PageToolsProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const go = (page: number) => onGo(Math.min(count, Math.max(1, page)))
  useHotkeys([
    ['ArrowRight', () => go(current + 1)],
    ['ArrowLeft', () => go(current - 1)],
  ])
  const commit = () => {
    const page = Number.parseInt(typed ?? '', 10)
    if (Number.isFinite(page)) go(page)
    setTyped(null)
  }
  return (
    <fieldset className={classes.tools} aria-label="Pages">
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Previous page"
        title="Previous page (←)"
        disabled={current <= 1}
        onClick={() => go(current - 1)}
      >
        <IconChevronUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Next page"
        title="Next page (→)"
        disabled={current >= count}
        onClick={() => go(current + 1)}
      >
        <IconChevronDown size={16} aria-hidden />
      </ActionIcon>
      <TextInput
        aria-label="Page"
        inputMode="numeric"
        w="3.5rem"
        value={typed ?? String(current)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') {
            commit()
            currentTarget.select()
          }
          if (key === 'Escape') setTyped(null)
        }}
      />
      <span className={classes.count}>of {count}</span>
    </fieldset>
  )
}
