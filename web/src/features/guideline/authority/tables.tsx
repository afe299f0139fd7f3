import { ActionIcon, Group, Select } from '@mantine/core'
import type {
  DecisionAuthority,
  DecisionAuthorityBody,
} from '@portal/contract/authority/api'
import type { AuthorityLevel } from '@portal/contract/authority/model'
import { parameters } from '@portal/contract/guideline/model'
import { sizeInUnit } from '@portal/contract/guideline/texts'
import { getKeys } from '@portal/contract/lib/typed'
import { IconTrash } from '@tabler/icons-react'
import { money } from '../../../lib/text/format.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { EmptyState } from '../../../ui/message.tsx'
import { TinyButton } from '../../../ui/presets.ts'
import { SmallTable } from '../../../ui/small-table.tsx'

type Levels = Pick<DecisionAuthorityBody, 'levels' | 'people'>

type LevelTableProps = Levels & {
  onEdit: (id: string) => void
  onRemove: (id: string) => void
}

/** The levels with their limits and how many people have each. */
export const LevelTable = ({
  levels,
  people,
  onEdit,
  onRemove,
}: LevelTableProps) => {
  if (levels.length === 0)
    return (
      <EmptyState
        title="No levels"
        why="Every underwriter decides without limits. Add a level, then choose who has it."
      />
    )
  return (
    <SmallTable
      region="Levels"
      heads={[
        'Level',
        'Variances',
        'Price concession',
        'Loan amount',
        'Distance',
        'People',
        'Actions',
      ]}
    >
      {levels.map((level) => (
        <LevelRow
          key={level.id}
          level={level}
          holders={Object.values(people).filter((id) => id === level.id).length}
          onEdit={() => onEdit(level.id)}
          onRemove={() => onRemove(level.id)}
        />
      ))}
    </SmallTable>
  )
}

const noLimit = 'No limit'

type LevelRowProps = {
  level: AuthorityLevel
  holders: number
  onEdit: () => void
  onRemove: () => void
}

const LevelRow = ({ level, holders, onEdit, onRemove }: LevelRowProps) => (
  <tr>
    <th scope="row">{level.name}</th>
    <td>{level.maxVariances ?? noLimit}</td>
    <td>
      {level.maxPriceConcession === null
        ? noLimit
        : `${level.maxPriceConcession} bps`}
    </td>
    <td>
      {level.maxLoanAmount === null ? noLimit : money(level.maxLoanAmount)}
    </td>
    <td>{distanceText(level)}</td>
    <td>{holders}</td>
    <td>
      <Group gap={4} wrap="nowrap">
        <TinyButton aria-label={`Edit ${level.name}`} onClick={onEdit}>
          Edit
        </TinyButton>
        <ActionIcon
          aria-label={`Remove ${level.name}`}
          // Without a level, they would decide without limits.
          title={
            holders > 0 ? 'Give its people another level first' : undefined
          }
          disabled={holders > 0}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </td>
  </tr>
)

/** 'FICO 10 points, LTV 2 points' */
const distanceText = ({ maxDistance }: AuthorityLevel): string => {
  const texts = getKeys(maxDistance).map((parameter) => {
    const { label, unit } = parameters[parameter]
    return `${label} ${sizeInUnit(maxDistance[parameter] ?? 0, unit)}`
  })
  return texts.length === 0 ? noLimit : texts.join(', ')
}

type PeopleTableProps = Levels & {
  deciders: DecisionAuthority['deciders']
  onChange: (people: Levels['people']) => void
}

/** Who has which level. No one changes their own. */
export const PeopleTable = ({
  levels,
  people,
  deciders,
  onChange,
}: PeopleTableProps) => {
  const { id: ownId } = useProfile()
  const choose = (userId: string, levelId: string | null) => {
    const { [userId]: _, ...others } = people
    onChange(levelId ? { ...others, [userId]: levelId } : others)
  }
  return (
    <SmallTable region="People" heads={['Underwriter', 'Level']}>
      {deciders.map(({ id, name }) => (
        <tr key={id}>
          <th scope="row">{name}</th>
          <td>
            <Select
              aria-label={`Level of ${name}`}
              placeholder="Without limits"
              clearable
              disabled={id === ownId}
              title={
                id === ownId ? 'You cannot change your own level' : undefined
              }
              data={levels.map((level) => ({
                value: level.id,
                label: level.name,
              }))}
              value={people[id] ?? null}
              onChange={(levelId) => choose(id, levelId)}
            />
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}
