{{/* The release's name, unless it contains the chart's; short enough for the suffixes. */}}
{{- define "service.fullname" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "service.tag" -}}
{{- .Values.image.tag | default .Chart.AppVersion -}}
{{- end -}}

{{/* The labels by which a Deployment finds its pods: {root, component}. They never change. */}}
{{- define "service.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* {root, component} */}}
{{- define "service.labels" -}}
{{ include "service.selector" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The api's public address, unless the settings have another. */}}
{{- define "service.publicUrl" -}}
{{- if and .Values.ingress.enabled .Values.ingress.host -}}
{{- printf "%s://%s" (ternary "https" "http" (ne .Values.ingress.tlsSecret "")) .Values.ingress.host -}}
{{- else if and .Values.gateway.enabled .Values.gateway.hostnames -}}
{{- printf "https://%s" (first .Values.gateway.hostnames) -}}
{{- else -}}
{{- printf "http://%s-api.%s.svc:%d" (include "service.fullname" .) .Release.Namespace (int .Values.api.service.port) -}}
{{- end -}}
{{- end -}}

{{/* {root, version}: the build id of one of worker.versions. */}}
{{- define "service.buildId" -}}
{{- .version.buildId | default .version.tag | default (include "service.tag" .root) -}}
{{- end -}}
