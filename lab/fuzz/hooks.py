"""The settings of Schemathesis for this service: changed requests, and accepted failures, each with its reason.

FUZZ_KNOWN names a file with objects that are there: {"paths": {operationId: [parameters]}, "bodies": {operationId: [members]},
"receiver": url, "own_key": id of the key that is sent, or null}. Nothing here depends on chance: what is replaced follows from the request itself.
"""

import itertools
import json
import os
import re
import zlib

import jsonschema_rs
import schemathesis
from schemathesis.core.jsonschema import make_validator

with open(os.environ["FUZZ_KNOWN"], encoding="utf-8") as file:
    KNOWN = json.load(file)

# Every example of an idempotency key is one and the same: most requests would only be refused because it was used before.
EXAMPLE_KEY = "3f0c2d9e-1a52-4a0e-9c3c-7f1f6a2b9d10"
requests_made = itertools.count()
# Routes with limits of their own.
LIMITED = {"signUp", "signUpAgent", "signIn", "sendFeedback", "changePassword", "requestPasswordReset", "resetPassword", "verifyEmail", "acceptInvitation", "inviteMember"}


def operation_of(case):
    return case.operation.definition.raw.get("operationId")


def chosen(case, options):
    """One of the options, by what the request is."""
    return options[zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode()) % len(options)]


@schemathesis.hook
def before_call(context, case, kwargs):
    shorten_waits(case)
    if case.headers and case.headers.get("Idempotency-Key") == EXAMPLE_KEY and next(requests_made) % 8 > 0:
        case.headers["Idempotency-Key"] = f"fuzz-{next(requests_made)}"
        if isinstance(case.body, dict):
            case.body.pop("idempotency_key", None)
    if operation_of(case) in LIMITED:
        # Each from a separate client (TRUSTED_PROXIES): their limits are counted by address, and would answer nearly everything.
        number = next(requests_made)
        case.headers = {**(case.headers or {}), "X-Forwarded-For": f"10.0.{number // 250}.{number % 250 + 1}"}
    name_what_is_there(case)
    keep_the_credential(case)
    if isinstance(case.body, dict):
        keep_the_stage(case)


def shorten_waits(case):
    """Waiting for what does not come is tested elsewhere; here it would only take the time of other requests."""
    for part in (case.query, case.body):
        for name in ("wait", "wait_seconds"):
            value = part.get(name) if isinstance(part, dict) else None
            # A query holds text in some phases, and numbers in others.
            if re.fullmatch(r"\d{1,3}", str(value)) and 1 < int(value) <= 120:
                part[name] = type(value)(1)


def name_what_is_there(case):
    """Half of the requests that fit the document name objects that exist: at random none would."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or meta.phase.name.name == "STATEFUL":
        return
    operation = operation_of(case)
    paths = KNOWN["paths"].get(operation)
    if paths and case.path_parameters and chosen(case, [True, False]):
        there = chosen(case, paths)
        case.path_parameters.update({name: there[name] for name in case.path_parameters if name in there})
    bodies = KNOWN["bodies"].get(operation)
    if bodies and isinstance(case.body, dict) and chosen(case, [True, False]):
        for name in ("capability", "provider", "endpoint", "input", "path", "query"):
            case.body.pop(name, None)
        case.body.update(chosen(case, bodies))


def keep_the_credential(case):
    """A key that revoked or limited itself would be refused everything else."""
    if operation_of(case) in ("revokeApiKey", "updateApiKey") and case.path_parameters.get("key_id") == KNOWN["own_key"]:
        case.path_parameters.update(KNOWN["paths"]["revokeApiKey"][0])


def keep_the_stage(case):
    """What would leave nothing to be tested, or reach for the internet."""
    operation, body = operation_of(case), case.body
    if operation in ("createWebhook", "updateWebhook") and "://" in str(body.get("url", "")):
        # Whatever is generated there would be sent to.
        body["url"] = KNOWN["receiver"]
    if operation == "updateFeatures" and body.get("tables") is False:
        # With tables off, every route of theirs only answers that they are.
        body["tables"] = True
    if operation == "updateSpendGuard" and body.get("enabled") is True:
        # With a cap of cents every run only answers that it is reached.
        body["enabled"] = False


# Requests that fit the document and are refused for a reason that no schema can print: operation -> members at fault. A key used before,
# an empty wallet, and a cursor that is too old are such reasons everywhere.
MEANING = {"idempotency_mismatch", "insufficient_balance", "cursor_expired"}
# In any text and in any name of a member: what no database keeps, and what JavaScript takes for something else.
UNKEEPABLE = ("must be text without NUL", "has a member whose name is not allowed")
EVERYWHERE = {
    "/cursor": "only what was given out goes on",
    "/idempotency_key": "header and body may both hold one, and differ",
}
FILTER = {
    "/": "rows are named by keys or by a filter, not by both",
    **dict.fromkeys(["/keys", "/status", "/due", "/where", "/order", "/limit"], "part of a filter: fields, operators, and not beside keys"),
}
REFUSED = {
    "updateRoutingPolicy": {"/default": "providers of this service", "/capabilities": "capabilities and providers of this service"},
    "createRun": {"/input": "the capability's own schema", "/path": "the endpoint's own placeholders", "/query": "the endpoint's own parameters", "/response": "no payload beside a raw run's", "/routing": "no part of a raw run", "/record": "excludes `into`", "/into": "not for sends", "/callback_url": "a URL that may be reached", "/provider": "the other form", "/endpoint": "the other form", "/capability": "the other form"},
    "createWatch": {"/input": "the capability's own schema", "/path": "the endpoint's own placeholders", "/query": "the endpoint's own parameters", "/every": "its range", "/routing": "no part of a raw run", "/into": "not for sends", "/provider": "the other form", "/endpoint": "the other form", "/capability": "sends are not watched"},
    "getRun": {"/fields": "paths with dots", **dict.fromkeys(["/offset", "/limit"], "needs `path`"), **dict.fromkeys(["/max_items", "/summary"], "excludes `path`")},
    "createTable": {"/key": "names of data fields", "/name": "taken"},
    "writeRows": {"/key": "the table's own"},
    "editTable": {"/columns": "one column of a name"},
    "updateRows": {**FILTER, "/set": "times and statuses", "/if_status": "needs another status"},
    "deleteRows": FILTER,
    "queryRows": {"/where": "fields and operators", "/order": "a field", "/fields": "names of fields"},
    "listRows": {"/fields": "names of fields"},
    "exportRows": {"/where": "fields and operators, as JSON", "/order": "a field"},
    "deleteTable": {"/confirm": "must be said"},
    "importRows": {"/": "a file that can be read", "/map": "names of its columns, as JSON"},
    "createJobUpload": {"/": "a file that can be read"},
    "createJob": {"/input": "placeholders, and the capability's own schema", "/path": "the endpoint's own placeholders", "/query": "the endpoint's own parameters", "/rows": "a table or an upload that is there", "/record": "rows of a table only", "/only": "needs `record.save`, and `errors` a job", "/of": "with `errors` only", "/callback_url": "a URL that may be reached", "/routing": "no part of a raw job", "/provider": "the other form", "/endpoint": "the other form", "/capability": "the other form", "/concurrency": "the plan's bound"},
    "updateJob": {"/ceiling": "not below what is spent and held", "/concurrency": "the plan's bound"},
    "getUsage": {"/since": "1 to 90 days", "/until": "not after today"},
    "listWalletBalances": {"/since": "1 to 90 days", "/until": "not after today"},
    "listEvents": {"/after": "an event of this stream", "/types": "known types", "/class": "known classes"},
    "correctMessage": {"/lift_suppression": "not with unsubscribe_request"},
    "readHistory": {"/q": "reads as its kind"},
    "createErasure": {"/subject": "reads as a person of its kind"},
    "previewErasure": {"/subject": "reads as a person of its kind"},
    "putDoNotProcessEntries": {"/": "one entry that can be read", "/part": "the part before it has come"},
    "addSuppressions": {"/subjects": "at least one reads as a person or a domain"},
    "createWebhook": {"/url": "a URL that may be reached"},
    "updateWebhook": {"/url": "a URL that may be reached"},
    "recoverWebhook": {"/since": "a window in the past", "/until": "a window in the past"},
    "createApiKey": {"/allow": "known names", "/expires_at": "in the future"},
    "updateApiKey": {"/allow": "known names", "/expires_at": "in the future"},
    "signUp": {"/referral_code": "another's"},
    "changePassword": {"/current_password": "not the right one"},
    **dict.fromkeys(["resetPassword", "verifyEmail", "acceptInvitation", "refuseInvitations", "claimAgent"], {"/token": "of a link"}),
    "openTopup": {"/amount": "5.00 to 10,000.00 in whole cents"},
    "updateAutoTopup": {"/amount": "5.00 to 10,000.00 in whole cents", "/threshold": "needed the first time", "/monthly_limit": "not below the amount"},
    "connectProvider": {"/provider": "a source that needs no key", "/api_key": "what the provider says of it", "/account": "needed where each account has its own host"},
    "addEmailDomain": {"/domain": "below a known suffix, and no mail provider's"},
    "createEmailInbox": {"/domain": "one of the workspace's own"},
}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    return reason_against(failure, case, response) is None


def reason_against(failure, case, response):
    """Why this is no failure; None where it is one."""
    kind, operation = type(failure).__name__, operation_of(case)
    if kind == "RejectedPositiveData" and any(value in (None, "None") for value in (case.path_parameters or {}).values()):
        return "a member of an earlier answer was null, and the path has it as text"
    if kind == "RejectedPositiveData":
        return refused_for_its_meaning(operation, response)
    if kind == "AcceptedNegativeData":
        return fits_without_nulls(case)
    path, method = case.operation.path, case.method.upper()
    if kind == "EnsureResourceAvailability" and path == "/v1/tables/{name}/rows/{key}":
        return "a row's key is not a member of the write, and a write of which all rows are refused makes no table"
    if kind == "EnsureResourceAvailability" and path == "/v1/watch/{watch_id}":
        return "a creation under a key that was used before answers with the watch of then, which may be deleted since"
    if kind in ("AllowHeaderMismatch", "UnsupportedMethodResponse") and path == "/v1/wallet/topups/checkout":
        return "GET is a page for people, which the document leaves out"
    if kind in ("AllowHeaderMismatch", "UnsupportedMethodResponse") and is_a_value_of_another(case.operation):
        return "the path also fits another of the document (`/v1/jobs/uploads` and `/v1/jobs/{job_id}`), whose methods are answered too"
    return None


def fits_without_nulls(case):
    """Null for an optional member is absence (docs/reference/every-answer.md): only what does not fit without its nulls had to be refused."""
    declared = case.operation.get_body_for_media_type(case.media_type) if case.media_type else None
    # Only a body that is alone at fault: a query or a header that does not fit must be refused whatever the body is.
    at_fault = {location.name for location, part in case.meta.components.items() if not part.mode.is_positive} if case.meta else set()
    if declared is None or at_fault != {"BODY"}:
        return None
    fits = make_validator(declared.validation_schema, jsonschema_rs.Draft202012Validator).is_valid
    return "null for an optional member is absence" if fits(without_nulls(case.body)) else None


def without_nulls(value):
    if isinstance(value, dict):
        return {name: without_nulls(member) for name, member in value.items() if member is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def is_a_value_of_another(operation):
    """Whether another path of the document, with parameters, takes this one for a value of them."""
    return any(
        other != operation.path and re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", other), operation.path)
        for other in operation.schema.raw_schema["paths"]
    )


def refused_for_its_meaning(operation, response):
    try:
        error = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        return None
    if error["code"] in MEANING:
        return error["code"]
    if any(text in error["message"] for text in UNKEEPABLE):
        return "what no text may hold"
    at_fault = error.get("param", "/")
    reasons = {**EVERYWHERE, **REFUSED.get(operation, {})}
    return next((reason for member, reason in reasons.items() if member and (at_fault == member or at_fault.startswith(f"{member}/"))), None)
