import { Box, Button, Flex } from '@mantine/core'
import { definitions, notGivenLabel } from '@portal/contract/reporting/definitions'
import type { Summary } from '@portal/contract/reporting/summary'
import type { Part } from '@portal/contract/reporting/target'
import { count, percent } from '../../../lib/text/format.ts'
import { Bars } from '../../../ui/charts/bars.tsx'
import { axisTo } from '../../../ui/charts/scale.ts'
import { Hint } from '../../../ui/presets.ts'
import { FigureLink } from './figure.tsx'
import { CardGrid, FigureCard, FigureSection } from './figure-section.tsx'

type TopKey = keyof Summary['top']

/** The four lists in spec.md's order, and how an item narrows the figures. */
const lists: readonly { key: TopKey; head: string; unit: string; partOf: (label: string) => Part }[] = [
  { key: 'topSellers', head: 'Seller', unit: 'requests', partOf: (seller) => ({ seller }) },
  { key: 'topPrograms', head: 'Program', unit: 'requests', partOf: (program) => ({ program }) },
  { key: 'topStates', head: 'State', unit: 'requests', partOf: (state) => ({ state }) },
  { key: 'topReasons', head: 'Reason', unit: 'variances', partOf: (reason) => ({ reason }) },
]

type TopListsProps = {
  summary: Summary
  topLimit: 5 | 10
  onTopLimit?: ((topLimit: 5 | 10) => void) | undefined
}

/** Top Sellers, Programs, States and Reasons; 'Show More' goes from five to ten of each (spec.md §2). */
export const TopLists = ({ summary, topLimit, onTopLimit }: TopListsProps) => {
  const hasMore = lists.some(({ key }) => summary.top[key].labels > 5)
  return (
    <FigureSection
      id="top-lists"
      title={`Top ${topLimit}`}
      action={
        onTopLimit &&
        (hasMore || topLimit === 10) && (
          <Button size="compact-sm" variant="subtle" ms="auto" onClick={() => onTopLimit(topLimit === 5 ? 10 : 5)}>
            {topLimit === 5 ? 'Show More' : 'Show Less'}
          </Button>
        )
      }
    >
      <CardGrid>
        {lists.map(({ key, head, unit, partOf }) => (
          <FigureCard key={key} figure={key} summary={summary} span="quarter">
            {summary[key].length === 0 ? (
              <Hint>{`No ${head.toLowerCase()} is given.`}</Hint>
            ) : (
              <Bars
                isStacked
                caption={definitions[key].label}
                heads={[head, `Share and number of ${unit}`]}
                room={0}
                axis={axisTo(Math.max(...summary[key].map(({ value }) => value)))}
                bars={summary[key].map(({ label, value, count: over }) => ({
                  label,
                  value,
                  shown: (
                    <>
                      <Count of={over} />
                      <FigureLink part={partOf(label)} of={label} over={over}>
                        {percent(value)}
                      </FigureLink>
                    </>
                  ),
                }))}
              />
            )}
            <Rest rest={summary.top[key]} shown={summary[key].length} />
          </FigureCard>
        ))}
      </CardGrid>
    </FigureSection>
  )
}

/** What a list leaves out, so that its shares add up. */
const Rest = ({ rest: { labels, others, notGiven }, shown }: { rest: Summary['top'][TopKey]; shown: number }) => {
  const hidden = labels - shown
  const lines = [
    { label: hidden === 1 ? '1 other' : `${count(hidden)} others`, ...others },
    { label: notGivenLabel, ...notGiven },
  ].filter((line) => line.count > 0)
  if (lines.length === 0) return null
  return (
    <Box component="dl" m={0} mt="auto" pt="0.25rem" c="dimmed" fz="sm">
      {lines.map((line) => (
        <Flex key={line.label} justify="space-between">
          <dt>{line.label}</dt>
          <Box component="dd" m={0}>
            <Count of={line.count} />
            {percent(line.value)}
          </Box>
        </Flex>
      ))}
    </Box>
  )
}

const Count = ({ of }: { of: number }) => (
  <Box component="small" me="0.5rem" c="dimmed" fz="xs">
    {count(of)}
  </Box>
)
