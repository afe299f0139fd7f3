import { Button, Skeleton } from '@mantine/core'
import type { SlaItem } from '@portal/contract/sla/api'
import type { SlaEffect, SlaPlan } from '@portal/contract/sla/manage-api'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { count, signedDays } from '../../../lib/format.ts'
import classes from './effect.module.css'
import { effectText, moreText, wholeEffectText } from './effect-words.ts'
import { slaEffectQuery } from './manage-queries.ts'

/** The effect of a plan, and whether what is known is of this very plan. A plan that is not known yet is null. */
export const useEffectOf = (plan: SlaPlan | null, isSettled: boolean) => {
  const query = useQuery({ ...slaEffectQuery(plan ?? {}), enabled: plan !== null })
  const isCurrent = isSettled && !query.isPlaceholderData && !query.isFetching
  return { ...query, isCurrent: plan !== null && isCurrent && query.isSuccess }
}

type EffectViewProps = {
  effect: ReturnType<typeof useEffectOf>
  items: readonly SlaItem[]
  /** Of a calendar: all clocks in a sentence, or each target in a table. */
  ofCalendar?: 'in short' | 'in full'
}

/** What a change would do to open work, before it is made. */
export const EffectView = ({ effect, items, ofCalendar }: EffectViewProps) => {
  const { data, error, refetch, isCurrent } = effect
  if (error)
    return (
      <div className={classes.effect} role="status">
        <span>What this does to open work could not be counted. {error.message}</span>
        <Button size="compact-sm" variant="default" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  if (!data)
    return (
      <div className={classes.effect} role="status" aria-label="Counting the effect on open work">
        <Skeleton height={14} width="min(22rem, 90%)" />
      </div>
    )
  return (
    <div className={classes.effect} role="status" aria-busy={!isCurrent} data-old={!isCurrent || undefined}>
      {ofCalendar ? (
        <p className={classes.told} data-worse={data.items.some((one) => one.becomeOverdue > 0) || undefined}>
          {wholeEffectText(data.items)}
        </p>
      ) : (
        <EffectOfTarget effect={data} items={items} />
      )}
      {ofCalendar === 'in full' && <EffectOfCalendar effect={data} items={items} />}
      {ofCalendar !== 'in short' && <Examples effect={data} items={items} withTarget={ofCalendar === 'in full'} />}
    </div>
  )
}

type ShownProps = { effect: SlaEffect; items: readonly SlaItem[] }

const EffectOfTarget = ({ effect, items }: ShownProps) =>
  effect.items.map((one) => (
    <p key={one.name} className={classes.told} data-worse={one.becomeOverdue > 0 || undefined}>
      {effectText(one, items.find(({ name }) => name === one.name)?.area ?? 'SLV')}
    </p>
  ))

const EffectOfCalendar = ({ effect, items }: ShownProps) => {
  const touched = effect.items.filter(({ changed }) => changed > 0)
  if (touched.length === 0) return <p className={classes.told}>No day of open work is counted otherwise than now.</p>
  return (
    <table className={classes.effects}>
      <caption>What this does to open work</caption>
      <thead>
        <tr>
          <th scope="col">Target</th>
          <th scope="col">Open</th>
          <th scope="col">Days change</th>
          <th scope="col">Overdue</th>
        </tr>
      </thead>
      <tbody>
        {touched.map(({ name, open, changed, overdueBefore, overdueAfter }) => (
          <tr key={name}>
            <th scope="row">{items.find((item) => item.name === name)?.label ?? name}</th>
            <td>{count(open)}</td>
            <td>{count(changed)}</td>
            <td data-worse={overdueAfter > overdueBefore || undefined}>
              {overdueBefore === overdueAfter
                ? count(overdueAfter)
                : `${count(overdueBefore)} → ${count(overdueAfter)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** They open beside this page: what is typed here stays. */
const Examples = ({ effect, items, withTarget }: ShownProps & { withTarget: boolean }) => {
  const { examples } = effect
  if (examples.length === 0) return null
  const more = moreText(effect)
  return (
    <ul className={classes.examples} aria-label="Examples">
      {examples.map(({ id, loanNumber, name, before, after }) => (
        <li key={`${id} ${name}`}>
          {name.startsWith('tdoc') ? (
            <Link to="/condition-manager/{-$tdocId}" params={{ tdocId: id }} target="_blank">
              {loanNumber}
            </Link>
          ) : (
            <Link to="/slv/manage-request/$proxyLoanId" params={{ proxyLoanId: id }} target="_blank">
              {loanNumber}
            </Link>
          )}{' '}
          {withTarget && `${items.find((item) => item.name === name)?.label ?? name} `}
          <span className={classes.days}>
            {signedDays(before)} → <span data-worse={(before <= 0 && after > 0) || undefined}>{signedDays(after)}</span>
          </span>
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  )
}
