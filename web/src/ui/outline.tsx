import { Group, Stack, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import classes from './outline.module.css'

/** A section of a long page, with its number of problems. */
export type OutlineItem = {
  id: string
  label: string
  problems?: number
  isDone?: boolean
}

type OutlineLayoutProps = {
  label: string
  items: readonly OutlineItem[]
  children: ReactNode
}

/**
 * A long page with a sticky list of its sections that marks the current one.
 */
export const OutlineLayout = ({
  label,
  items,
  children,
}: OutlineLayoutProps) => {
  const { current, choose } = useCurrentSection(items)
  const list = useListInSight(current)
  const go = (id: string) => (event: MouseEvent) => {
    event.preventDefault()
    const section = document.getElementById(id)
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
    choose(id)
  }
  return (
    <div className={classes.layout}>
      <nav ref={list} className={classes.outline} aria-label={label}>
        <ol>
          {items.map(({ id, label: name, problems = 0, isDone }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                onClick={go(id)}
              >
                {name}
                {problems > 0 && (
                  <span className={classes.problems}>
                    {problems}
                    <VisuallyHidden>
                      {problems === 1 ? ' problem' : ' problems'}
                    </VisuallyHidden>
                  </span>
                )}
                {problems === 0 && isDone && (
                  <IconCheck
                    style={{
                      marginInlineStart: 'auto',
                      color:
                        'light-dark(var(--mantine-color-teal-8), var(--mantine-color-teal-4))',
                    }}
                    size={16}
                    aria-label="complete"
                  />
                )}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <Stack gap="md" miw={0}>
        {children}
      </Stack>
    </div>
  )
}

type SectionProps = {
  id: string
  title: string
  beside?: ReactNode
  children: ReactNode
}

/** A section with its heading; its `id` is that of the OutlineItem. */
export const Section = ({ id, title, beside, children }: SectionProps) => (
  <section
    id={id}
    className={classes.section}
    tabIndex={-1}
    aria-labelledby={`${id}-title`}
  >
    <Group justify="space-between" gap="xs" mb="sm">
      <h2 id={`${id}-title`}>{title}</h2>
      {beside}
    </Group>
    {children}
  </section>
)

/** Fields side by side, as many as fit. */
export const Fields = ({ children }: { children: ReactNode }) => (
  <div className={classes.fields}>{children}</div>
)

/**
 * Scrolls the list to the current item where the list is one line, wider than
 * the screen.
 */
const useListInSight = (current: string | undefined) => {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const outline = list.current
    const item =
      current === undefined ? null : outline?.querySelector('[aria-current]')
    if (!outline || !item || outline.scrollWidth <= outline.clientWidth) return
    const [seen, place] = [
      outline.getBoundingClientRect(),
      item.getBoundingClientRect(),
    ]
    outline.scrollBy({
      left: place.left + place.width / 2 - (seen.left + seen.width / 2),
      behavior: 'instant',
    })
  }, [current])
  return list
}

/**
 * The section in the upper part of the screen, or the clicked one until the
 * person scrolls.
 */
const useCurrentSection = (items: readonly OutlineItem[]) => {
  const [seen, setSeen] = useState(items[0]?.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const ids = items.map(({ id }) => id).join(' ')

  useEffect(() => {
    const sections = ids
      .split(' ')
      .flatMap((id) => document.getElementById(id) ?? [])
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id)
          else visible.delete(target.id)
        }
        const first = sections.find(({ id }) => visible.has(id))
        if (first) setSeen(first.id)
      },
      { rootMargin: '-10% 0px -65% 0px' },
    )
    for (const section of sections) observer.observe(section)
    return () => observer.disconnect()
  }, [ids])

  // A short last section can't scroll up far enough to be detected, so the
  // clicked one wins until the person scrolls.
  const release = () => setChosen(null)
  useWindowEvent('wheel', release, { passive: true })
  useWindowEvent('touchmove', release, { passive: true })

  return { current: chosen ?? seen, choose: setChosen }
}
