import type { RuleFigures } from '@portal/contract/reporting/consistency'
import type { ReportedStatus } from '@portal/contract/reporting/policy'
import {
  type MissBand,
  writeLikeness,
} from '@portal/contract/slv-request/like-cases'
import { count } from '../../../lib/text/format.ts'
import { FigureLink } from '../figures/figure.tsx'

type RuleCountProps = {
  rule: Pick<RuleFigures, 'parameter' | 'program'>
  /** Only variances of this band; all of the parameter without one. */
  band?: MissBand
  status?: ReportedStatus
  /** '2026-Q1' */
  quarter?: string
  /** What is counted: 'Approved'. */
  of: string
  value: number
}

/** A number of SLVs of a rule that links to their list. */
export const RuleCount = ({
  rule: { parameter, program },
  band = { from: null, to: null },
  status,
  quarter,
  of,
  value,
}: RuleCountProps) => (
  <FigureLink
    part={{
      program,
      like: writeLikeness({ ...band, parameter, exceptSlvId: null }),
      ...(status && { status }),
      ...(quarter && { quarter }),
    }}
    of={of}
    over={value}
  >
    {count(value)}
  </FigureLink>
)
