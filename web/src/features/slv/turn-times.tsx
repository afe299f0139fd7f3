import { Group, Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import { Suspense } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import * as format from '../../lib/text/format.ts'
import { Explained } from '../../ui/explained.tsx'
import { useBranding, useProfile } from '../auth/queries.ts'
import { effectiveStatus } from './slv-status.tsx'

const TurnTimeExplanation = lazy(async () => ({
  default: (await import('../sla/explanation.tsx')).TurnTimeExplanation,
}))

type TurnTimesProps = {
  slv: Pick<SlvDetail, 'id' | 'status' | 'statusInEffect' | 'turnTime' | 'sellerTurnTime' | 'finalProcessingTime'>
}

export const TurnTimes = ({ slv }: TurnTimesProps) => {
  const { role } = useProfile()
  const { name } = useBranding()
  const terms = [
    {
      term: `Turn time of ${name}`,
      value: slv.turnTime,
      means: `Business days with ${name}, over all rounds.`,
    },
    {
      term: 'Final processing time',
      value: slv.finalProcessingTime,
      means: 'The same, once the request is decided: from sending to the final decision.',
    },
    {
      term: 'Turn time of the seller',
      value: slv.sellerTurnTime,
      means:
        'Business days with the seller: documents that were asked for, and a decided round until its resubmission.',
    },
  ]
  return (
    <Explained
      label="What the turn times mean"
      explain={(summaryId) => (
        <>
          <Stack component="dl" id={summaryId} gap="xs" mt={0} mb="sm">
            {terms.map(({ term, value, means }) => (
              <Group key={term} gap={0} justify="space-between">
                <Text component="dt" inherit fw={500}>
                  {term}
                </Text>
                <Text component="dd" inherit m={0}>
                  {value === null ? 'Not decided' : format.days(value)}
                </Text>
                <Text component="dd" size="xs" c="dimmed" m={0} w="100%">
                  {means}
                </Text>
              </Group>
            ))}
          </Stack>
          {role !== 'SELLER' && (
            <Suspense>
              <TurnTimeExplanation slvId={slv.id} />
            </Suspense>
          )}
        </>
      )}
    >
      {isDecided(effectiveStatus(slv))
        ? `Processed in ${format.days(slv.finalProcessingTime)}`
        : `Turn time ${format.days(slv.turnTime)}`}
      {(slv.sellerTurnTime ?? 0) > 0 && `, seller ${format.days(slv.sellerTurnTime)}`}
    </Explained>
  )
}
