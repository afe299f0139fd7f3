export const slaMessages = {
  update: {
    done: 'SLA was updated successfully',
    failed: 'Failed to update Sla',
  },
} as const
