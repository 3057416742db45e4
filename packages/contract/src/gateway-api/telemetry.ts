/** What the client has sent to the provider about its calls. */
export interface TelemetryReport {
  enabled: boolean
  reason: string
  sent: number
  failed: number
  dropped: number
}
