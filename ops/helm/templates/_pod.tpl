{{/* Integers among values are floats to Helm: a million would become 1e+06. */}}
{{- define "service.text" -}}
{{- if and (kindIs "float64" .) (eq . (floor .)) -}}{{- printf "%.0f" . -}}{{- else -}}{{- toString . -}}{{- end -}}
{{- end -}}

{{/* The settings of api and workers, as lines of a ConfigMap. Those without a value keep the program's default. */}}
{{- define "service.settings" -}}
DEPLOYMENT: production
PORT: {{ include "service.text" .Values.ports.http | quote }}
METRICS_PORT: {{ include "service.text" .Values.ports.metrics | quote }}
WORKER_HEALTH_PORT: {{ include "service.text" .Values.ports.workerHealth | quote }}
{{- if not (hasKey .Values.settings "PUBLIC_URL") }}
PUBLIC_URL: {{ include "service.publicUrl" . | quote }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{- if not (kindIs "invalid" $value) }}
{{ $name }}: {{ include "service.text" $value | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Secrets, by reference only. */}}
{{- define "service.secretsFrom" -}}
{{- range .Values.secrets.existing }}
- secretRef:
    name: {{ . }}
{{- end }}
{{- end -}}

{{- define "service.secretVariables" -}}
{{- range $variable, $from := .Values.secrets.variables }}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ $from.name }}
      key: {{ $from.key | quote }}
{{- end }}
{{- end -}}

{{/* For every pod: {root, scheduling}. 1000 is the user `node` of the image; only /tmp is writable. */}}
{{- define "service.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    # What bundles workflows, as the replay does, unpacks the compiler's native part there, 30 MB, and runs it.
    emptyDir:
      sizeLimit: 128Mi
{{- end -}}

{{/* For a hook: before an install there is no ConfigMap yet, and a hook needs only Temporal's address. */}}
{{- define "service.hookVariables" -}}
{{- range $name, $value := .Values.settings }}
{{- if and (or (hasPrefix "TEMPORAL_" $name) (eq "WORKER_DEPLOYMENT" $name)) (not (kindIs "invalid" $value)) }}
- name: {{ $name }}
  value: {{ include "service.text" $value | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "service.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
{{- end -}}

{{/* {root, component, of}: spreads replicas over nodes where it can; `of` is the component's part of the values. */}}
{{- define "service.scheduling" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "service.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- with .of.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .of.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
