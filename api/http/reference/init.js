// @ts-nocheck: this script runs in the browser, where the bundle before it defines SwaggerUIBundle.
SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  deepLinking: true,
  // Over a hundred operations: first only the tags, with a box to filter them.
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  // The default would send the document to a validator on the internet.
  validatorUrl: null,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
})

// Adds the names and heading levels for screen readers that Swagger UI lacks. Swagger UI redraws parts at any time, so
// they are added again.
const labelled = (name) => ({ 'aria-label': name })
const landmark = (role, name) => ({ role, ...labelled(name) })
const PARTS = [
  ['.information-container', () => landmark('region', 'About this API')],
  ['.scheme-container', () => landmark('region', 'Server and authorization')],
  ['.filter-container', () => landmark('search', 'Operations')],
  ['#servers', () => labelled('Server')],
  ['.operation-filter-input', () => labelled('Filter by tag or path')],
  [
    '.opblock-tag .expand-operation',
    (button) => labelled(`Show or hide ${button.closest('.opblock-tag').dataset.tag}`),
  ],
  ['h3.opblock-tag, section.models > h4', () => ({ 'aria-level': '2' })],
  ['.modal-ux', () => ({ ...landmark('dialog', 'Available authorizations'), 'aria-modal': 'true' })],
  ['.modal-ux-header h3', () => ({ 'aria-level': '2' })],
  ['.modal-ux h4', () => ({ 'aria-level': '3' })],
  ['.modal-ux .close-modal', () => labelled('Close')],
  ['.modal-ux .authorize', () => labelled('Authorize: apply credentials')],
  ['.opblock h4', () => ({ 'aria-level': '3' })],
  ['.opblock h5', () => ({ 'aria-level': '4' })],
  // The path is a link within the button that opens the operation; the button changes the address, too.
  ['.opblock-summary-control a', () => ({ href: null })],
  ['.opblock .examples-select-element', () => labelled('Example')],
  ['.body-param__text', () => labelled('Request body')],
  [
    '.parameters select, .parameters textarea',
    (field) => labelled(field.closest('[data-param-name]')?.dataset.paramName ?? 'Request body'),
  ],
  // A long example scrolls, and the keyboard has to reach it.
  ['.opblock pre.microlight', () => ({ tabindex: '0' })],
]
// While the dialog is open, the keyboard stays in it.
const BEHIND_DIALOG =
  '.information-container, .filter-container, #operations, section.models, .servers, .auth-wrapper > .authorize'
function describeParts() {
  for (const [selector, attributesOf] of PARTS) {
    for (const element of document.querySelectorAll(selector)) {
      for (const [name, value] of Object.entries(attributesOf(element))) {
        if (value === null) element.removeAttribute(name)
        else if (element.getAttribute(name) !== value) element.setAttribute(name, value)
      }
    }
  }
  const behind = document.querySelector('.modal-ux') !== null
  for (const element of document.querySelectorAll(BEHIND_DIALOG)) element.inert = behind
}
new MutationObserver(describeParts).observe(document.getElementById('reference'), { childList: true, subtree: true })
