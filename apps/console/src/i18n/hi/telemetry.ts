export const telemetryHindi = {}
