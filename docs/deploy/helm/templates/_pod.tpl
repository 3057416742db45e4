{{- define "galla.labels" -}}
app.kubernetes.io/name: galla
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* What the gateway and its migration share. A service link of a Service named galla would be GALLA_PORT=tcp://… */}}
{{- define "galla.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: secrets
    secret:
      secretName: {{ .Values.secret.name }}
      defaultMode: 288 # 0440
{{- end }}

{{- define "galla.container" -}}
image: {{ .Values.image }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/galla, readOnly: true }
resources: {{ toYaml .Values.resources | nindent 2 }}
{{- end }}
