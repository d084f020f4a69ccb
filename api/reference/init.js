// @ts-nocheck: this script runs in the browser, where the bundle before it defines SwaggerUIBundle.
SwaggerUIBundle({
  dom_id: '#reference',
  url: '/openapi.json',
  deepLinking: true,
  // The default would ask a validator on the internet about the document.
  validatorUrl: null,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
})
