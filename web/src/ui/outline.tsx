import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './outline.module.css'

/** One section of a long page. `problems` counts what is wrong in it; `isDone` ticks it off. */
export type OutlineItem = { id: string; label: string; problems?: number; isDone?: boolean }

type OutlineLayoutProps = { label: string; items: readonly OutlineItem[]; children: ReactNode }

/** A long page with its sections listed beside it; the list stays in sight and shows where one is. */
export const OutlineLayout = ({ label, items, children }: OutlineLayoutProps) => {
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
              <a href={`#${id}`} aria-current={id === current ? 'location' : undefined} onClick={go(id)}>
                {name}
                {problems > 0 && (
                  <span className={classes.problems}>
                    {problems}
                    <VisuallyHidden>{problems === 1 ? ' problem' : ' problems'}</VisuallyHidden>
                  </span>
                )}
                {problems === 0 && isDone && <IconCheck className={classes.done} size={16} aria-label="complete" />}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={classes.sections}>{children}</div>
    </div>
  )
}

type SectionProps = { id: string; title: string; beside?: ReactNode; children: ReactNode }

/** One section, under its heading; its `id` is the outline's. */
export const Section = ({ id, title, beside, children }: SectionProps) => (
  <section id={id} className={classes.section} tabIndex={-1} aria-labelledby={`${id}-title`}>
    <div className={classes.sectionHead}>
      <h2 id={`${id}-title`}>{title}</h2>
      {beside}
    </div>
    {children}
  </section>
)

/** Fields beside each other, as many as fit. */
export const Fields = ({ children }: { children: ReactNode }) => <div className={classes.fields}>{children}</div>

/** Where the list lies in one line it is wider than the screen: it moves along, by itself alone, with the current item. */
const useListInSight = (current: string | undefined) => {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const outline = list.current
    const item = current === undefined ? null : outline?.querySelector('[aria-current]')
    if (!outline || !item || outline.scrollWidth <= outline.clientWidth) return
    const [seen, place] = [outline.getBoundingClientRect(), item.getBoundingClientRect()]
    outline.scrollBy({ left: place.left + place.width / 2 - (seen.left + seen.width / 2), behavior: 'instant' })
  }, [current])
  return list
}

/** The section in the upper part of the screen; one that was chosen stays current until the person scrolls. */
const useCurrentSection = (items: readonly OutlineItem[]) => {
  const [seen, setSeen] = useState(items[0]?.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const ids = items.map(({ id }) => id).join(' ')

  useEffect(() => {
    const sections = ids.split(' ').flatMap((id) => document.getElementById(id) ?? [])
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

  // A last short section cannot scroll up far enough to be seen as current, though it was asked for.
  useEffect(() => {
    if (chosen === null) return
    const release = () => setChosen(null)
    window.addEventListener('wheel', release, { passive: true })
    window.addEventListener('touchmove', release, { passive: true })
    return () => {
      window.removeEventListener('wheel', release)
      window.removeEventListener('touchmove', release)
    }
  }, [chosen])

  return { current: chosen ?? seen, choose: setChosen }
}
