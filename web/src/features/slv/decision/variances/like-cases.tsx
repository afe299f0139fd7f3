import { Box, Skeleton, Text, UnstyledButton } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  type LikeCases as Cases,
  describeBand,
} from '@portal/contract/slv-request/like-cases'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as format from '../../../../lib/text/format.ts'
import { parseSearch } from '../../../../lib/text/search-text.ts'
import { readListSearch } from '../../../../records/slv/list-filter.ts'
import { likeCasesQuery } from '../../../../records/slv/queries.ts'
import { Facts } from '../../../../ui/facts.tsx'
import { Hint } from '../../../../ui/presets.ts'

type LikeCasesProps = { slv: SlvDetail; request: SlvRequest }

/**
 * How requests with a like variance were decided, in a line that unfolds;
 * nothing for a variance that can't be compared.
 */
export const LikeCases = ({ slv, request }: LikeCasesProps) => {
  const { data, isError } = useQuery(likeCasesQuery(slv))
  const [isOpen, setIsOpen] = useState(false)
  if (request.parameter === null || slv.buyerNonAgencyProgram === null)
    return null
  const cases = data?.items.find(
    ({ slvRequestId }) => slvRequestId === request.id,
  )
  if (isError) return <Hint mt="xs">Couldn’t load requests like this.</Hint>
  if (!data) return <Skeleton mt="xs" height="1.25rem" width="16rem" />
  if (!cases) return null
  if (cases.asked === 0)
    return <Hint mt="xs">No other request like this yet.</Hint>
  return (
    <Box mt="xs" fz="sm">
      <UnstyledButton
        fz="sm"
        c="var(--mantine-color-anchor)"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {format.count(cases.asked)} like this
      </UnstyledButton>
      {`: ${outcomesText(cases)}`}
      {isOpen && (
        <AllFigures cases={cases} program={slv.buyerNonAgencyProgram} />
      )}
    </Box>
  )
}

/** '9 approved at −25 to −50 bps, 2 denied, 1 not decided' */
const outcomesText = (cases: Cases): string => {
  const { asked, approved, declined, notNeeded } = cases
  const others = [
    [declined, 'denied'],
    [notNeeded, 'not needed'],
    [asked - approved - declined - notNeeded, 'not decided'],
  ] as const
  return [
    `${format.count(approved)} approved${priceText(cases)}`,
    ...others
      .filter(([size]) => size > 0)
      .map(([size, outcome]) => `${format.count(size)} ${outcome}`),
  ].join(', ')
}

/** ' at −25 to −50 bps': the middle half of the prices. */
const priceText = ({ priceLow, priceHigh }: Cases): string => {
  if (priceLow === null || priceHigh === null) return ''
  const lowest = format.bps(priceLow)
  return priceLow === priceHigh
    ? ` at ${lowest}`
    : ` at ${format.signed(priceHigh)} to ${lowest}`
}

const AllFigures = ({ cases, program }: { cases: Cases; program: string }) => (
  <Box mt={4}>
    <Hint mb={4}>
      {`${program}, ${describeBand(cases)}, ${
        cases.months === null ? 'all requests' : `last ${cases.months} months`
      }`}
    </Hint>
    <Facts
      facts={[
        { label: 'Requested', value: format.count(cases.asked) },
        { label: 'Approved', value: format.count(cases.approved) },
        { label: 'Denied', value: format.count(cases.declined) },
        { label: 'Not needed', value: format.count(cases.notNeeded) },
        { label: 'Median price', value: format.bps(cases.priceMedian) },
        { label: 'Median business days', value: format.days(cases.daysMedian) },
      ]}
    />
    <MostUsedConditions cases={cases} />
    {cases.listQuery && (
      <Link
        to="/slv/department"
        search={readListSearch(parseSearch(cases.listQuery))}
      >
        Open these requests
      </Link>
    )}
  </Box>
)

/** In the words of the approvals, the most frequent first. */
const MostUsedConditions = ({ cases }: { cases: Cases }) => {
  const { conditions, approved } = cases
  if (conditions.length === 0) return null
  return (
    <Box my={4}>
      <Text id={conditionsId(cases)} size="xs" c="dimmed">
        Most common conditions
      </Text>
      <ul aria-labelledby={conditionsId(cases)}>
        {conditions.map(({ text, approvals }) => (
          <li key={text}>
            {text}{' '}
            <Text span size="xs" c="dimmed">
              {`${format.count(approvals)} of ${format.count(approved)}`}
            </Text>
          </li>
        ))}
      </ul>
    </Box>
  )
}

const conditionsId = ({ slvRequestId }: Cases) => `conditions-${slvRequestId}`
