import { Select } from '@mantine/core'

type RoundSelectProps = {
  /** How often the request was resubmitted: the number of the present round. */
  present: number
  shown: number
  onShow: (round: number) => void
}

/** Chooses a round of an SLV. There is nothing to choose before it was resubmitted. */
export const RoundSelect = ({ present, shown, onShow }: RoundSelectProps) => {
  if (present === 0) return null
  return (
    <Select
      aria-label="Round"
      w="9.5rem"
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      data={Array.from({ length: present + 1 }, (_, index) => ({
        value: String(index),
        label: roundLabel(index, present),
      })).reverse()}
      value={String(shown)}
      onChange={(value) => onShow(Number(value ?? present))}
    />
  )
}

const roundLabel = (round: number, present: number) =>
  round === present ? `Round ${round + 1} (now)` : `Round ${round + 1}`
