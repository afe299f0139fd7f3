import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormDialog } from '../dialogs.tsx'

type FilterDialogProps = {
  onApply: () => void
  onClear: () => void
  onClose: () => void
  isInvalid?: boolean
  size?: 'md' | 'lg'
  /** How many rows the chosen filters find. */
  found?: string
  /** The download button, in the '& Download' variant. */
  download?: ReactNode
  children: ReactNode
}

/**
 * The filter dialog of a list. The list and its address change only on 'Apply'.
 */
export const FilterDialog = (props: FilterDialogProps) => (
  <FormDialog
    title={props.download ? 'Add Filters & Download' : 'Add Filters'}
    size={props.size ?? 'lg'}
    onClose={props.onClose}
    submitLabel="Apply"
    isSubmitDisabled={props.isInvalid}
    onSubmit={async () => props.onApply()}
    start={
      <Button variant="subtle" onClick={props.onClear}>
        Clear All
      </Button>
    }
    end={props.download}
  >
    {props.children}
    {props.found !== undefined && (
      <Text fw={500} role="status">
        {props.found}
      </Text>
    )}
  </FormDialog>
)
