import type { SlaItem } from '@portal/contract/sla/api'
import type { SlaArea } from '@portal/contract/sla/model'
import type { TargetDrafts } from './target-drafts.ts'
import { TargetRow } from './target-row.tsx'
import classes from './targets.module.css'

type TargetsProps = {
  area: SlaArea
  items: readonly SlaItem[]
  drafts: TargetDrafts
  onDrafts: (drafts: TargetDrafts) => void
}

/** The targets of one area, each edited where it stands. */
export const Targets = ({ area, items, drafts, onDrafts }: TargetsProps) => (
  <table className={classes.targets}>
    <caption>Business days. A clock warns when this many days or fewer are left.</caption>
    <thead>
      <tr>
        <th scope="col">Step</th>
        <th scope="col">Target</th>
        <th scope="col">Warn before</th>
      </tr>
    </thead>
    {items
      .filter((item) => item.area === area)
      .map((item) => (
        <TargetRow
          key={item.name}
          item={item}
          items={items}
          draft={drafts[item.name]}
          onDraft={(draft) => {
            const { [item.name]: _, ...others } = drafts
            onDrafts(draft ? { ...others, [item.name]: draft } : others)
          }}
        />
      ))}
  </table>
)
