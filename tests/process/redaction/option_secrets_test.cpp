#include <trace2/process/redaction/option_secrets.hpp>
#include <trace2/process/redaction/redact.hpp>

#include <string>
#include <string_view>

#include "support/catch.hpp"

namespace option_secrets_test {

using namespace trace2::detail;

namespace {

/// The command line, split at blanks, with each secret replaced by a star.
std::string starred(std::string_view line) {
  option_secrets options{all_redaction_rules};
  std::string shown;
  while (!line.empty()) {
    std::string_view const word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size() < line.size() ? word.size() + 1 : word.size());
    stretch const secret = options.next(word);
    if (!shown.empty()) shown += ' ';
    shown += secret.is_empty() ? std::string{word}
                               : std::string{word.substr(0, secret.begin)} + '*' +
                                     std::string{word.substr(secret.end)};
  }
  return shown;
}

struct pair {
  std::string_view line;
  std::string_view shown;
};

}  // namespace

TEST_CASE("a program is known by its name on Windows, too", "[detail][R-LIM-08]") {
  for (auto const& [line, shown] : {
           pair{R"(C:\tools\curl.exe -u bob:hunter2)", R"(C:\tools\curl.exe -u bob:*)"},
           {"C:/tools/curl.EXE -ubob:hunter2", "C:/tools/curl.EXE -ubob:*"},
           {R"(\\host\share\CURL.exe -u bob:hunter2)", R"(\\host\share\CURL.exe -u bob:*)"},
           {R"(..\bin/mysql.cmd -phunter2)", R"(..\bin/mysql.cmd -p*)"},
           {"Curl -u bob:hunter2", "Curl -u bob:*"},
           {R"(cmd.exe /c C:\curl.exe -u bob:hunter2)", R"(cmd.exe /c C:\curl.exe -u bob:*)"},
           {R"(powershell -Command curl.exe -u bob:hunter2)",
            R"(powershell -Command curl.exe -u bob:*)"},
           {R"(C:\tools\other.exe -u bob:hunter2)", R"(C:\tools\other.exe -u bob:hunter2)"},
           {".exe -u bob:hunter2", ".exe -u bob:hunter2"},
       })
    CHECK(starred(line) == shown);
}

TEST_CASE("the value behind an option whose name is a secret's is one", "[detail][R-LIM-08]") {
  for (std::string_view const option : {"--token",
                                        "--password",
                                        "--pass",
                                        "--passwd",
                                        "--pwd",
                                        "--auth",
                                        "--credentials",
                                        "--private-key",
                                        "--api-key",
                                        "--apikey",
                                        "--client-secret",
                                        "--access-token",
                                        "--auth-token",
                                        "--secret",
                                        "--secret-key",
                                        "--passphrase",
                                        "--oauth2-bearer",
                                        "-token",
                                        "-password",
                                        "-passphrase",
                                        "--http-password",
                                        "--ftp-password",
                                        "--registry-token",
                                        "-storepass",
                                        "-keypass",
                                        "--db-password",
                                        "--aws-secret-access-key",
                                        "--signing-key"}) {
    std::string const begin = "program " + std::string{option};
    CAPTURE(begin);
    CHECK(starred(begin + " x y") == begin + " * y");
    CHECK(starred("/usr/bin/" + begin + " a:b") == "/usr/bin/" + begin + " *");
    CHECK(starred(begin + " --verbose x") == begin + " --verbose x");
    CHECK(starred(begin) == begin);
  }
}

TEST_CASE("well-known programs take secrets behind options of their own", "[detail][R-LIM-08]") {
  for (pair const each : {
           pair{"mysql -u root -p x db", "mysql -u root -p * db"},
           pair{"mysql -u root -px db", "mysql -u root -p* db"},
           pair{"/usr/bin/mysqldump -px db", "/usr/bin/mysqldump -p* db"},
           pair{"mysqladmin -p x status", "mysqladmin -p * status"},
           pair{"mariadb -px", "mariadb -p*"},
           pair{"sshpass -p x ssh -p 22 host", "sshpass -p * ssh -p 22 host"},
           pair{"sshpass -px ssh host", "sshpass -p* ssh host"},
           pair{"docker login -u me -p x host", "docker login -u me -p * host"},
           pair{"docker -H host login -p x", "docker -H host login -p *"},
           pair{"podman login -p x", "podman login -p *"},
           pair{"helm registry login -p x", "helm registry login -p *"},
           pair{"mongosh -u me -p x", "mongosh -u me -p *"},
           pair{"redis-cli -h host -a x ping", "redis-cli -h host -a * ping"},
           pair{"ldapsearch -x -D me -w x", "ldapsearch -x -D me -w *"},
           pair{"mosquitto_pub -u me -P x", "mosquitto_pub -u me -P *"},
           pair{"sqlcmd -U me -P x", "sqlcmd -U me -P *"},
           pair{"zip -P x a.zip b", "zip -P * a.zip b"},
           pair{"unzip -P x a.zip", "unzip -P * a.zip"},
           pair{"7z a -px b.7z", "7z a -p* b.7z"},
           pair{"ipmitool -H h -P x", "ipmitool -H h -P *"},
           pair{"twine upload -u me -p x", "twine upload -u me -p *"},
           pair{"curl -u me:x https://h", "curl -u me:* https://h"},
           pair{"curl -ume:x https://h", "curl -ume:* https://h"},
           pair{"curl --user me:x:y https://h", "curl --user me:* https://h"},
           pair{"curl --user=me:x https://h", "curl --user=me:* https://h"},
           pair{"curl -U me:x https://h", "curl -U me:* https://h"},
           pair{"curl --proxy-user me:x https://h", "curl --proxy-user me:* https://h"},
           pair{"wget --user me --password x", "wget --user me --password *"},
           pair{"http -a me:x GET h", "http -a me:* GET h"},
           pair{"smbclient -U me%x //h/s", "smbclient -U me%* //h/s"},
           pair{"lftp -u me,x h", "lftp -u me,* h"},
           pair{"curl -b a=x https://h", "curl -b * https://h"},
           pair{"openssl rsa -passin pass:x -in f", "openssl rsa -passin * -in f"},
           pair{"snmpwalk -v3 -A x -X y h", "snmpwalk -v3 -A * -X * h"},
           pair{"git config --global user.password x", "git config --global user.password *"},
           pair{"aws configure set aws_secret_access_key x",
                "aws configure set aws_secret_access_key *"},
           pair{"npm config set //r/:_authToken x", "npm config set //r/:_authToken *"},
           pair{"sudo mysql -px", "sudo mysql -p*"},
           pair{"sudo -u root mysql -p x", "sudo -u root mysql -p *"},
           pair{"env A=b mysql -p x", "env A=b mysql -p *"},
           pair{"nice -n 5 curl -u me:x h", "nice -n 5 curl -u me:* h"},
           pair{"nohup sshpass -p x ssh h", "nohup sshpass -p * ssh h"},
           pair{"curl -su me:x https://h", "curl -su me:* https://h"},
           pair{"curl -sSfume:x https://h", "curl -sSfume:* https://h"},
           pair{"ldapsearch -xw x", "ldapsearch -xw *"},
           pair{"ldapsearch -wx", "ldapsearch -w*"},
           pair{"mongodump -px", "mongodump -p*"},
           pair{"zip -rPx a.zip b", "zip -rP* a.zip b"},
           pair{"timeout 5 mysql -px", "timeout 5 mysql -p*"},
           pair{"strace -f curl -u me:x", "strace -f curl -u me:*"},
           pair{"xargs -n 1 curl -u me:x", "xargs -n 1 curl -u me:*"},
           pair{"stdbuf -oL mysql -px", "stdbuf -oL mysql -p*"},
           pair{"ssh -p 22 host mysql -px", "ssh -p 22 host mysql -p*"},
           pair{"docker exec c mysql -px", "docker exec c mysql -p*"},
           pair{"kubectl exec p -- mysql -px", "kubectl exec p -- mysql -p*"},
           pair{"etcdctl --user root:x get k", "etcdctl --user root:* get k"},
           pair{"etcdctl --user=root:x get k", "etcdctl --user=root:* get k"},
           pair{"az login -u me -p x", "az login -u me -p *"},
           pair{"tsql -U me -P x", "tsql -U me -P *"},
       }) {
    CAPTURE(each.line);
    CHECK(starred(each.line) == each.shown);
  }
}

TEST_CASE("other arguments stay", "[detail][R-LIM-08]") {
  for (std::string_view const line : {"",
                                      "program",
                                      "program token x",
                                      "grep access_token src",
                                      "git config user.name token",
                                      "git config --get user.token",
                                      "program --tokenize x",
                                      "program --no-password x",
                                      "program --no-token x",
                                      "program --password-file x",
                                      "program --token-file x",
                                      "program --key x",
                                      "program --sort-key x",
                                      "program --bypass x",
                                      "program --two-pass x",
                                      "program --author me",
                                      "program --signature x",
                                      "program --password= x",
                                      "program --token=x y",
                                      "program --password - x",
                                      "program - x",
                                      "program -- x",
                                      "program -p x",
                                      "program -px",
                                      "program -u me:x",
                                      "psql -p 5432 db",
                                      "ssh -p 22 host",
                                      "scp -p a b",
                                      "cp -p a b",
                                      "mkdir -p a/b",
                                      "git log -p x",
                                      "git -p log",
                                      "git push -u origin main:main",
                                      "patch -p1",
                                      "patch -p 1",
                                      "mysql -P 3306",
                                      "mysql -u root -p -h host",
                                      "mysql -u root -p",
                                      "docker run -p 80:80 image",
                                      "docker run -u 1000:1000 image",
                                      "docker run --name mysql -p 80:80 image",
                                      "docker exec c program -p x",
                                      "timeout 5 ssh -p 22 host",
                                      "curl -ofileu https://h",
                                      "curl -sSf https://h",
                                      "docker run --user 1000:1000 image",
                                      "docker build -t login .",
                                      "podman run -p 80:80 login",
                                      "nmap -p 80 host",
                                      "sudo -u root ssh -p 22 host",
                                      "sudo mkdir -p a",
                                      "sshpass -e ssh host",
                                      "sshpass -f file ssh host",
                                      "curl -u me https://h",
                                      "curl -p https://h",
                                      "curl -o a:b https://h",
                                      "sort -u a:b",
                                      "env A=b ssh -p 22 host",
                                      "tar -p -x a",
                                      "lsof -p 123",
                                      "ps -p 1 -u me:x",
                                      "kill -p 1",
                                      "node -p 1+1",
                                      "python3 -u a:b",
                                      "id -u me:x",
                                      "useradd -p",
                                      "http GET h a:b",
                                      "zip -p a b",
                                      "redis-cli -h host ping"}) {
    CAPTURE(line);
    CHECK(starred(line) == line);
  }
}

}  // namespace option_secrets_test
