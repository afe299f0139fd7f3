export const notificationMessages = {
  update: { failed: 'Failed to update notification' },
  updateSeveral: { failed: 'Failed to update notifications' },
  create: {
    done: 'Notification was successfully created',
    failed: 'Failed to create notification',
  },
  delete: { failed: 'Failed to delete notification' },
  mail: {
    done: 'Your email setting was saved',
    failed: 'Failed to save your email setting',
  },
} as const
