import type { SlvStatistics } from '@portal/contract/slv/row'
import { slvGroupLabels, slvGroupStatuses, slvGroups, statusesFor } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { useQuery } from '@tanstack/react-query'
import { count } from '../../../lib/text/format.ts'
import { StatCard, StatRow, StatSkeleton } from '../../../ui/stat-card.tsx'
import { isSameChoice, type ListFilter } from './list-filter.ts'
import { statisticsQuery } from './list-queries.ts'
import type { TabModes } from './list-view.ts'
import classes from './slv-list.module.css'

type SlvCardsProps = { tab: TabModes; role: Role; filter: ListFilter; onFilter: (filter: ListFilter) => void }

export const SlvCards = ({ tab, role, filter, onFilter }: SlvCardsProps) => {
  const { data, isError } = useQuery(statisticsQuery(tab))
  if (!data) return isError ? null : <StatSkeleton cards={role === 'SELLER' ? 6 : 8} />
  const isAll = filter.status.length === 0 && !filter.overdue

  return (
    <div className={classes.cards}>
      <StatRow label="Figures of this list">
        <StatCard
          label={totalText(data)}
          value={count(data.total)}
          isPressed={isAll}
          onClick={() => onFilter({ ...filter, status: [], overdue: false })}
        />
        {groupsFor(role, data).map(({ group, statuses, value }) => {
          const isPressed = isSameChoice(filter.status, statuses)
          return (
            <StatCard
              key={group}
              label={slvGroupLabels[group]}
              value={count(value)}
              isPressed={isPressed}
              onClick={() => onFilter({ ...filter, status: isPressed ? [] : statuses })}
            />
          )
        })}
        {data.overdue !== undefined && (
          <StatCard
            label="Overdue"
            value={count(data.overdue)}
            isAlarming={data.overdue > 0}
            isPressed={filter.overdue}
            onClick={() => onFilter({ ...filter, overdue: !filter.overdue })}
          />
        )}
      </StatRow>
    </div>
  )
}

/** The other cards are the groups of sent SLVs; the total has drafts in it too, and says how many. */
const totalText = ({ total, byGroup }: Pick<SlvStatistics, 'total' | 'byGroup'>): string => {
  const drafts = total - Object.values(byGroup).reduce((sum, one) => sum + one, 0)
  if (drafts <= 0) return 'Total'
  return drafts === 1 ? 'Total (1 draft)' : `Total (${count(drafts)} drafts)`
}

const groupsFor = (role: Role, { byGroup }: SlvStatistics) => {
  const may = statusesFor(role)
  return slvGroups
    .map((group) => ({
      group,
      statuses: slvGroupStatuses[group].filter((status) => may.includes(status)),
      value: byGroup[group],
    }))
    .filter(({ statuses }) => statuses.length > 0)
}
