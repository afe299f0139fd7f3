export const integrationMessages = {
  createService: {
    done: 'Service was successfully created',
    failed: 'Failed to create service',
  },
  updateService: {
    done: 'Service was successfully updated',
    failed: 'Failed to update service',
  },
  createKey: {
    done: 'API key was successfully created',
    failed: 'Failed to create API key',
  },
  rotateKey: {
    done: 'API key was successfully rotated',
    failed: 'Failed to rotate API key',
  },
  revokeKey: {
    done: 'API key was successfully revoked',
    failed: 'Failed to revoke API key',
  },
} as const

export const webhookMessages = {
  create: {
    done: 'Webhook was successfully created',
    failed: 'Failed to create webhook',
  },
  update: {
    done: 'Webhook was successfully updated',
    failed: 'Failed to update webhook',
  },
  delete: {
    done: 'Webhook was successfully deleted',
    failed: 'Failed to delete webhook',
  },
  rotateSecret: {
    done: 'Signing secret was successfully rotated',
    failed: 'Failed to rotate signing secret',
  },
  test: {
    done: 'Test event was successfully queued',
    failed: 'Failed to send test event',
  },
  replay: {
    done: 'Delivery was successfully queued',
    failed: 'Failed to replay delivery',
  },
} as const
