// @ts-nocheck: this script runs in the browser, where the bundle before it defines SwaggerUIBundle.
SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  deepLinking: true,
  // Over a hundred operations: the nouns first, and a box to find one.
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  // The default would ask a validator on the internet about the document.
  validatorUrl: null,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
})
